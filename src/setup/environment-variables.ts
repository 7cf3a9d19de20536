// Specs: spec/setup/repository.spec.ts
/** The environment variables of this process without `names`, and with `given`. */
export function environmentWithout(
  names: readonly string[],
  given: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(rest), ...given };
}
