import pluralize from 'pluralize';

/**
 * What `pluralize` 8 gets wrong, by the singular. Found by asking it for both forms of 700 ordinary words.
 */
const PLURALS = new Map([
  // It makes -y of -ie,
  ...adding('s', 'birdie bookie brownie budgie caddie calorie cookie doggie foodie freebie goodie'),
  ...adding('s', 'groupie hippie hoodie indie junkie kiddie newbie oldie pixie prairie quickie'),
  ...adding('s', 'roadie rookie selfie smoothie sortie sweetie townie veggie walkie yuppie'),
  // -ch of -che, and -us of -use,
  ...adding('s', 'ache avalanche brioche cache cliche creche headache moustache mustache niche'),
  ...adding('s', 'psyche quiche toothache excuse fuse muse premise refuse ruse'),
  // takes every -man for a man, and every -ch for soft,
  ...adding('s', 'caiman german ottoman roman shaman talisman'),
  ...adding('s', 'epoch matriarch monarch oligarch patriarch stomach tech'),
  // is too learned for a table's name,
  ...adding('s', 'agenda audio automaton schema symposium taxi'),
  ...adding('es', 'focus virus'),
  // takes a singular for a plural,
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
  // counts what has no number,
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

/** `shopping_list` of `shopping_lists`: of words joined by `_`, the last one is counted. */
export function singularOf(name: string): string {
  return countLast(name, (word) => {
    return PLURALS.has(word) ? word : (SINGULARS.get(word) ?? (pluralize.singular(word) || word));
  });
}

/** `shopping_lists` of `shopping_list`, and of `shopping_lists`. */
export function pluralOf(name: string): string {
  return countLast(name, (word) => {
    return SINGULARS.has(word) ? word : (PLURALS.get(word) ?? pluralize.plural(word));
  });
}

/** Whether the name stands for several: `posts`, and `news`, which is its own plural; not `admin`. */
export function isPlural(name: string): boolean {
  return singularOf(name) !== name || pluralOf(name) === name;
}

function countLast(name: string, count: (word: string) => string): string {
  return name.replace(/[^_]+(?=_*$)/, count);
}

function adding(ending: string, words: string): [singular: string, plural: string][] {
  return words.split(' ').map((word) => [word, word + ending]);
}
