import { createHash } from "node:crypto";

/** Names whose natural order is not their alphabetical one, in plans of each size. */
export const ZONES = Array.from({ length: 40 }, (_, index) => {
  const name = `brand-${index + 1}.example`;
  return { name, id: createHash("md5").update(name).digest("hex"), plan: planOf(index) };
});

function planOf(index: number): "enterprise" | "business" | "pro" | "free" {
  if (index < 10) return "enterprise";
  if (index < 20) return "business";
  return index < 35 ? "pro" : "free";
}
