/** Returns a copy without some members. */
export function omit<T extends object, K extends PropertyKey>(value: T, ...names: readonly K[]): Omit<T, K> {
  const left = Object.entries(value).filter(([name]) => !names.some((one) => one === name));
  // The remaining members are those of the type.
  return Object.fromEntries(left) as Omit<T, K>;
}
