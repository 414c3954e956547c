import fs from "node:fs";
import path from "node:path";
import { reviewSchema } from "../../../../review/changes/review";
import { ROOT } from "../../../../scripts/prepare";

describe("the published schema of a review", () => {
  it("equals docs/review.schema.json, which `edge-platform review --schema > docs/review.schema.json` regenerates", () => {
    const committed: unknown = JSON.parse(
      fs.readFileSync(path.join(ROOT, "docs/review.schema.json"), "utf8"),
    );
    expect(committed).toEqual(JSON.parse(JSON.stringify(reviewSchema())));
  });
});
