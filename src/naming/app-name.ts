import { UsageError } from '../errors';
import { capitalize, quoted } from './spelling';

/** The names of an application, all derived from the one that was typed. */
export interface AppName {
  /** The name as typed, and of the folder. */
  readonly name: string;
  /** The name as people read it: `My Shop` for `my-shop`. */
  readonly title: string;
  /** The database file's name, without `.db`. */
  readonly databaseName: string;
  /** A name that npm accepts. */
  readonly packageName: string;
}

const LONGEST = 100;

/**
 * Windows reserves these names for devices, with any extension. A project may be cloned there.
 * Source: "Naming Files, Paths, and Namespaces" in Microsoft's documentation.
 */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** npm refuses the first two as package names. A package cannot install one with its own name, such as the last. */
const REFUSED_BY_NPM = ['node_modules', 'favicon.ico', 'tailwindcss'];

/**
 * The names of an application.
 *
 * @throws UsageError if the name cannot name a folder on every system. The message gives the reason.
 */
export function appName(name: string): AppName {
  const reason = refusal(name);
  if (reason) {
    throw new UsageError(`${quoted(name)} cannot name an application: ${reason}.`);
  }
  const packageName = name.toLowerCase();
  return {
    name,
    title: name
      .split(/[-_.]+/)
      .filter(Boolean)
      .map(capitalize)
      .join(' '),
    databaseName: name,
    packageName: REFUSED_BY_NPM.includes(packageName) ? `${packageName}-app` : packageName,
  };
}

function refusal(name: string): string | undefined {
  if (name === '') {
    return 'it is empty';
  }
  if (name.includes('/') || name.includes('\\')) {
    return 'it is a path. Change to the parent folder first, then give only the last part';
  }
  if (!/^[a-z0-9]/i.test(name)) {
    return 'it must start with an ASCII letter or a digit';
  }
  if (!/^[a-z0-9._-]+$/i.test(name)) {
    return "only ASCII letters, digits, '-', '_' and '.' are allowed";
  }
  if (name.length > LONGEST) {
    return `it has ${name.length} characters, but at most ${LONGEST} are allowed`;
  }
  if (name.endsWith('.')) {
    return "it must not end with '.'";
  }
  if (RESERVED_ON_WINDOWS.test(name)) {
    return 'Windows reserves it';
  }
  return undefined;
}
