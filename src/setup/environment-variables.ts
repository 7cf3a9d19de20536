/** The variables of this process's environment but for those named, and with those given. */
export function environmentWithout(
  names: readonly string[],
  given: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const rest = Object.entries(process.env).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(rest), ...given };
}
