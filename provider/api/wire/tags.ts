/** A zone with its tags. Values may be empty. */
export interface TaggedResource {
  [member: string]: unknown;
  id: string;
  /** `zone`, or another type of resource that can have tags. */
  type: string;
  name?: string | undefined;
  tags: Record<string, string>;
}
