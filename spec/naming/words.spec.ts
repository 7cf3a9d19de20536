import { isPlural, pluralOf, singularOf } from '../../src/naming/words';

const PAIRS = `
  post posts, recipe recipes, comment comments, user users, category categories, status statuses,
  class classes, person people, request requests, address addresses, movie movies, house houses,
  course courses, analysis analyses, criterion criteria, index indices, quiz quizzes, hero heroes,
  photo photos, alias aliases, bus buses, virus viruses, menu menus, tax taxes, box boxes,
  knife knives, wolf wolves, leaf leaves, shoe shoes, invoice invoices, license licenses,
  response responses, database databases, purchase purchases, expense expenses, release releases,
  cookie cookies, cache caches, canvas canvases, lens lenses, gas gases, atlas atlases,
  bonus bonuses, campus campuses, census censuses, corpus corpora, genus genera, focus focuses,
  radius radii, syllabus syllabi, cactus cacti, fungus fungi, octopus octopuses,
  platypus platypuses, stimulus stimuli, nucleus nuclei, bias biases, iris irises, crisis crises,
  thesis theses, hypothesis hypotheses, diagnosis diagnoses, synopsis synopses, axis axes,
  oasis oases, parenthesis parentheses, phenomenon phenomena, child children, man men,
  woman women, mouse mice, goose geese, foot feet, tooth teeth, ox oxen, die dice, calf calves,
  half halves, shelf shelves, self selves, thief thieves, life lives, wife wives, loaf loaves,
  elf elves, scarf scarves, dwarf dwarves, roof roofs, proof proofs, belief beliefs, chief chiefs,
  chef chefs, brief briefs, reef reefs, cliff cliffs, staff staff, safe safes, cafe cafes,
  giraffe giraffes, tomato tomatoes, potato potatoes, echo echoes, veto vetoes, torpedo torpedoes,
  cargo cargoes, mosquito mosquitoes, volcano volcanoes, tornado tornadoes, piano pianos,
  video videos, radio radios, studio studios, portfolio portfolios, logo logos, memo memos,
  todo todos, repo repos, demo demos, zoo zoos, kilo kilos, euro euros, casino casinos,
  avocado avocados, tattoo tattoos, scenario scenarios, ratio ratios, audio audios,
  curriculum curricula, datum data, bacterium bacteria, stadium stadiums, forum forums,
  album albums, museum museums, premium premiums, aquarium aquariums, memorandum memoranda,
  symposium symposiums, referendum referendums, schema schemas, formula formulas,
  antenna antennas, agenda agendas, camera cameras, pizza pizzas, area areas, idea ideas,
  persona personas, quota quotas, sofa sofas, appendix appendices, matrix matrices,
  vertex vertices, vortex vortices, prefix prefixes, suffix suffixes, suite suites,
  mailbox mailboxes, inbox inboxes, fax faxes, complex complexes, reflex reflexes, wax waxes,
  fix fixes, mix mixes, fox foxes, dish dishes, wish wishes, brush brushes, church churches,
  branch branches, match matches, batch batches, patch patches, watch watches, switch switches,
  search searches, launch launches, lunch lunches, sandwich sandwiches, ache aches,
  headache headaches, niche niches, avalanche avalanches, mustache mustaches, creche creches,
  epoch epochs, stomach stomachs, monarch monarchs, patriarch patriarchs, tech techs, size sizes,
  prize prizes, maze mazes, breeze breezes, waltz waltzes, blitz blitzes, topaz topazes,
  buzz buzzes, fizz fizzes, day days, key keys, monkey monkeys, survey surveys, essay essays,
  delivery deliveries, country countries, city cities, company companies, inventory inventories,
  story stories, entry entries, query queries, reply replies, activity activities,
  currency currencies, family families, gallery galleries, history histories, library libraries,
  policy policies, property properties, salary salaries, strategy strategies, summary summaries,
  facility facilities, body bodies, copy copies, party parties, enquiry enquiries,
  soliloquy soliloquies, pie pies, tie ties, lie lies, selfie selfies, zombie zombies,
  calorie calories, rookie rookies, brownie brownies, smoothie smoothies, hoodie hoodies,
  genie genies, prairie prairies, sortie sorties, birdie birdies, foodie foodies, talkie talkies,
  bookie bookies, collie collies, hippie hippies, junkie junkies, pixie pixies, veggie veggies,
  indie indies, newbie newbies, walkie walkies, species species, series series, news news,
  sheep sheep, fish fish, deer deer, aircraft aircraft, information information,
  equipment equipment, feedback feedback, software software, metadata metadata,
  offspring offspring, means means, headquarters headquarters, case cases, base bases,
  phase phases, phrase phrases, purpose purposes, nurse nurses, horse horses, exercise exercises,
  franchise franchises, enterprise enterprises, promise promises, premise premises,
  warehouse warehouses, greenhouse greenhouses, clause clauses, cause causes, pause pauses,
  excuse excuses, use uses, fuse fuses, muse muses, blouse blouses, spouse spouses, verse verses,
  universe universes, tense tenses, defense defenses, sense senses, incense incenses, rose roses,
  dose doses, hose hoses, nose noses, pose poses, prose proses, disease diseases, lease leases,
  increase increases, decrease decreases, vase vases, chase chases, race races, place places,
  space spaces, surface surfaces, interface interfaces, service services, device devices,
  price prices, office offices, notice notices, practice practices, slice slices, voice voices,
  choice choices, source sources, resource resources, force forces, sequence sequences,
  audience audiences, reference references, conference conferences, experience experiences,
  page pages, image images, message messages, language languages, package packages, badge badges,
  bridge bridges, change changes, challenge challenges, college colleges, edge edges,
  exchange exchanges, garage garages, judge judges, orange oranges, process processes,
  business businesses, access accesses, boss bosses, bypass bypasses, compass compasses,
  dress dresses, glass glasses, grass grasses, loss losses, mass masses, pass passes,
  press presses, success successes, witness witnesses, princess princesses, mattress mattresses,
  illness illnesses, plus pluses, minus minuses, surplus surpluses, walrus walruses,
  apparatus apparatuses, prospectus prospectuses, abacus abacuses, circus circuses,
  chorus choruses, consensus consensuses, nexus nexuses, opus opuses, sinus sinuses,
  hiatus hiatuses, thesaurus thesauruses, gymnasium gymnasiums, yes yeses, jeans jeans,
  scissors scissors, tourist tourists, list lists, test tests, event events, order orders,
  product products, customer customers, employee employees, committee committees, fee fees,
  tree trees, degree degrees, coffee coffees, trustee trustees, invitee invitees, tag tags,
  role roles, file files, profile profiles, article articles, vehicle vehicles, module modules,
  schedule schedules, rule rules, table tables, variable variables, title titles, bottle bottles,
  league leagues, queue queues, issue issues, venue venues, value values, clue clues,
  tissue tissues, dialogue dialogues, catalogue catalogues, plague plagues, type types,
  shape shapes, tape tapes, note notes, vote votes, quote quotes, date dates, update updates,
  template templates, certificate certificates, site sites, website websites, favorite favorites,
  route routes, attribute attributes, minute minutes, institute institutes, tribe tribes,
  cube cubes, tube tubes, wave waves, drive drives, archive archives, olive olives,
  sleeve sleeves, glove gloves, move moves, curve curves, valve valves, nerve nerves,
  reserve reserves, native natives, objective objectives, executive executives,
  initiative initiatives, detective detectives, dive dives, five fives, hive hives, cave caves,
  grave graves, stove stoves, dove doves, cove coves, preview previews, view views,
  review reviews, window windows, workflow workflows, show shows, law laws, crew crews,
  interview interviews, ski skis, taxi taxis, alibi alibis, bikini bikinis, emoji emojis,
  api apis, wifi wifis, kiwi kiwis, alumnus alumni, alumna alumnae, larva larvae,
  vertebra vertebrae, passerby passersby, paralysis paralyses, emphasis emphases,
  neurosis neuroses, ellipsis ellipses, metropolis metropolises, tennis tennis, chassis chassis,
  debris debris, corps corps, gateway gateways, holiday holidays, birthday birthdays, toy toys,
  boy boys, guy guys, buy buys, attorney attorneys, journey journeys, chimney chimneys,
  turkey turkeys, valley valleys, alley alleys, trolley trolleys, money money, honey honeys,
  kidney kidneys, donkey donkeys, jersey jerseys, medley medleys, human humans, roman romans,
  shaman shamans, talisman talismans, caiman caimans, ottoman ottomans, salesman salesmen,
  craftsman craftsmen, postman postmen, workman workmen, brother brothers, sister sisters,
  cloth cloths, month months, path paths, bath baths, myth myths, moth moths, youth youths,
  truth truths, bureau bureaus, plateau plateaus, tableau tableaus, gateau gateaus,
  chateau chateaus, bacillus bacilli, terminus termini, locus loci, uterus uteri,
  hippopotamus hippopotamuses, automaton automatons, polyhedron polyhedra, electron electrons,
  neuron neurons, cow cows, pig pigs, louse lice, dormouse dormice, titmouse titmice, moose moose,
  salmon salmon, trout trout, shrimp shrimp, squid squid, swine swine, bison bison, cod cod,
  advice advice, furniture furniture, luggage luggage, music music, rice rice, traffic traffic,
  weather weather, homework homework, knowledge knowledge, research research, evidence evidence,
  machinery machinery, hardware hardware, firmware firmware, malware malware,
  middleware middleware, chaos chaos, mathematics mathematics, physics physics,
  economics economics, politics politics, athletics athletics, analytics analytics,
  logistics logistics, topic topics, metric metrics, statistic statistics, clinic clinics,
  mechanic mechanics, critic critics, fabric fabrics, graphic graphics, comic comics,
  cosmetic cosmetics
`
  .split(',')
  .map((pair) => pair.trim().split(/\s+/) as [singular: string, plural: string]);

describe('words', () => {
  it('knows the singular and the plural of ordinary words', () => {
    for (const [singular, plural] of PAIRS) {
      expect([singularOf(plural), pluralOf(singular)]).toEqual([singular, plural]);
    }
  });

  it('leaves what is singular or plural already', () => {
    for (const [singular, plural] of PAIRS) {
      expect([singularOf(singular), pluralOf(plural)]).toEqual([singular, plural]);
    }
  });

  it('tells a plural from a singular', () => {
    for (const [singular, plural] of PAIRS) {
      expect(isPlural(plural)).withContext(plural).toBeTrue();
      expect(isPlural(singular))
        .withContext(singular)
        .toBe(singular === plural);
    }
    expect(isPlural('indexes')).toBeTrue();
    expect(isPlural('admin')).toBeFalse();
  });

  it('counts the last word of a name', () => {
    expect(singularOf('shopping_lists')).toBe('shopping_list');
    expect(singularOf('news_categories')).toBe('news_category');
    expect(pluralOf('saved_search')).toBe('saved_searches');
  });
});
