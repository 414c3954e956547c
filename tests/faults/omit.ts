/** The same without some of its members. */
export function omit<T extends object, K extends PropertyKey>(value: T, ...names: readonly K[]): Omit<T, K> {
  const left = Object.entries(value).filter(([name]) => !names.some((one) => one === name));
  // What is left is what the type says.
  return Object.fromEntries(left) as Omit<T, K>;
}
