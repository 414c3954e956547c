/**
 * Keeps the result of a function for all policies that judge the same request of the engine. The SDK passes each policy its own copy of a
 * request, with a proxy around every object, so that reading every copy takes longer than judging.
 */
export class OncePerRequest<Request, Result> {
  #kept: { readonly request: object; readonly result: Result } | undefined;
  readonly #askers = new Set<string>();

  /** `part` returns an object that all copies of one request share, and other requests do not. Without one, nothing is kept. */
  constructor(
    private readonly part: (request: Request) => object | undefined,
    private readonly make: (request: Request) => Result,
  ) {}

  get(policy: string, copy: Request): Result {
    const request = this.part(copy);
    // A request reaches each policy once, so a policy that asks again is judging another one, whatever the SDK shares.
    if (request !== undefined && this.#kept?.request === request && !this.#askers.has(policy)) {
      this.#askers.add(policy);
      return this.#kept.result;
    }
    const result = this.make(copy);
    this.#kept = request && { request, result };
    this.#askers.clear();
    this.#askers.add(policy);
    return result;
  }
}
