import { UsageError } from '../errors';
import { quoted } from './spelling';

/** The names that an application has in different places, all made from the one that was typed. */
export interface AppName {
  /** As typed: the name of the folder. */
  readonly name: string;
  /** As people read it: `My Shop` of `my-shop`. */
  readonly title: string;
  /** The database file's name, without `.db`. */
  readonly databaseName: string;
  /** A name that npm accepts. */
  readonly packageName: string;
}

const LONGEST = 100;

/**
 * Names that Windows keeps for devices, with any extension: a project made here may be cloned there.
 * Source: "Naming Files, Paths, and Namespaces" in Microsoft's documentation.
 */
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** Names that npm refuses for a package, or for one that installs a package of this name. */
const REFUSED_BY_NPM = ['node_modules', 'favicon.ico', 'tailwindcss'];

/**
 * The names of an application.
 *
 * @throws UsageError where the name cannot be a folder's on every system, with the reason.
 */
export function appName(name: string): AppName {
  const reason = refusal(name);
  if (reason) {
    throw new UsageError(`${quoted(name)} cannot be an application's name: ${reason}.`);
  }
  const packageName = name.toLowerCase();
  return {
    name,
    title: name
      .split(/[-_.]+/)
      .filter(Boolean)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
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
    return 'it is a path; change to the folder above it first, then give the last part alone';
  }
  if (!/^[a-z0-9]/i.test(name)) {
    return 'it must start with an ASCII letter or a digit';
  }
  if (!/^[a-z0-9._-]+$/i.test(name)) {
    return "it may hold ASCII letters, digits, '-', '_' and '.' only";
  }
  if (name.length > LONGEST) {
    return `it has ${name.length} characters, and ${LONGEST} are the most`;
  }
  if (name.endsWith('.')) {
    return "it must not end with '.'";
  }
  if (RESERVED_ON_WINDOWS.test(name)) {
    return 'Windows reserves it';
  }
  return undefined;
}
