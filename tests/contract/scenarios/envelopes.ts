/** A success as the documentation writes it. */
export const ok = (result: unknown, more: object = {}) => ({
  result,
  success: true,
  errors: [],
  messages: [],
  ...more,
});

/** A refusal, by its errors. */
export const refused = (...errors: readonly unknown[]) => ({ result: null, success: false, errors });
