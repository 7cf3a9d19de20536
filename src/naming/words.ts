import pluralize from 'pluralize';

/**
 * The plurals that `pluralize` 8 gets wrong, by singular. They come from a check of 700 common words.
 */
const PLURALS = new Map([
  // It turns -ie into -y,
  ...adding('s', 'birdie bookie brownie budgie caddie calorie cookie doggie foodie freebie goodie'),
  ...adding('s', 'groupie hippie hoodie indie junkie kiddie newbie oldie pixie prairie quickie'),
  ...adding('s', 'roadie rookie selfie smoothie sortie sweetie townie veggie walkie yuppie'),
  // -ch of -che, and -us of -use,
  ...adding('s', 'ache avalanche brioche cache cliche creche headache moustache mustache niche'),
  ...adding('s', 'psyche quiche toothache excuse fuse muse premise refuse ruse'),
  // treats every -man as a man and every -ch as soft,
  ...adding('s', 'caiman german ottoman roman shaman talisman'),
  ...adding('s', 'epoch matriarch monarch oligarch patriarch stomach tech'),
  // gives forms that are too learned for a table,
  ...adding('s', 'agenda audio automaton schema symposium taxi'),
  ...adding('es', 'focus virus'),
  // takes singulars for plurals,
  ...adding(
    'es',
    'bias blitz canvas lens metropolis pancreas pelvis quartz rhinoceros thermos topaz',
  ),
  ...adding('es', 'trellis waltz'),
  ...adding(
    '',
    'aws chaos cms cosmos dns economics ethics ethos genetics gps gymnastics ios kudos',
  ),
  ...adding(
    '',
    'kubernetes logistics mathematics means physics politics pos rabies redis robotics',
  ),
  ...adding('', 'scabies sms summons vps'),
  // changes words that have no plural,
  ...adding(
    '',
    'evidence feedback furniture hardware knowledge luggage malware metadata middleware',
  ),
  ...adding('', 'money offspring squid weather'),
  // and does not know these.
  ...adding('es', 'cargo mosquito veto'),
  ['axis', 'axes'],
  ['basis', 'bases'],
  ['corpus', 'corpora'],
  ['dormouse', 'dormice'],
  ['ellipsis', 'ellipses'],
  ['larva', 'larvae'],
  ['memorandum', 'memoranda'],
  ['neurosis', 'neuroses'],
  ['oasis', 'oases'],
  ['paralysis', 'paralyses'],
  ['vortex', 'vortices'],
]);

const SINGULARS = new Map([...PLURALS].map(([singular, plural]) => [plural, singular]));
SINGULARS.set('bases', 'base');

// A run asks for the same few words again and again, and `pluralize` tries a hundred patterns for each.
const singularOfWord = rememberedByWord((word) =>
  PLURALS.has(word) ? word : (SINGULARS.get(word) ?? (pluralize.singular(word) || word)),
);

const pluralOfWord = rememberedByWord((word) =>
  SINGULARS.has(word) ? word : (PLURALS.get(word) ?? pluralize.plural(word)),
);

/** `shopping_list` for `shopping_lists`. Of words joined by `_`, only the last one changes. */
export function singularOf(name: string): string {
  return withLastWord(name, singularOfWord);
}

/** `shopping_lists` for `shopping_list`, and for `shopping_lists`. */
export function pluralOf(name: string): string {
  return withLastWord(name, pluralOfWord);
}

/** Whether the name is a plural: `posts`, and `news`, which is its own plural; not `admin`. */
export function isPlural(name: string): boolean {
  return singularOf(name) !== name || pluralOf(name) === name;
}

function rememberedByWord(change: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const changed = known.get(word) ?? change(word);
    known.set(word, changed);
    return changed;
  };
}

function withLastWord(name: string, change: (word: string) => string): string {
  return name.replace(/[^_]+(?=_*$)/, change);
}

function adding(ending: string, words: string): [singular: string, plural: string][] {
  return words.split(' ').map((word) => [word, word + ending]);
}
