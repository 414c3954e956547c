import * as pulumi from "@pulumi/pulumi";
import { containsLater } from "./is-later";

/**
 * Calls `read` with the values once all of them are known: `pulumi.all(values).apply(read)`. Values that are known already are not
 * handed to the SDK. It makes outputs of all their members, which took a large part of the CPU time of a preview.
 */
export function whenKnown<T>(
  values: readonly unknown[],
  read: (known: readonly unknown[]) => T,
): pulumi.Output<T> {
  const places = values.flatMap((value, place) => (containsLater(value) ? [place] : []));
  const later = pulumi.output(places.length === 0 ? undefined : places.map((place) => values[place]));
  return later.apply((known) =>
    read(
      values.map((value, place) => {
        const index = places.indexOf(place);
        return index < 0 ? value : known?.[index];
      }),
    ),
  );
}
