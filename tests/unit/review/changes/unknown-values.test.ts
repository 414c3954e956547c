import { reviewChange } from "../../../../review/changes/review-change";
import { readDocument } from "../../../../review/documents/read-document";

describe("the values that only the update will know", () => {
  it("have the names that the program writes", () => {
    const review = reviewChange(
      readDocument(
        JSON.stringify({
          format_version: "1.2",
          resource_changes: [
            {
              address: "cloudflare_api_token.ci",
              type: "cloudflare_api_token",
              change: {
                actions: ["create"],
                after: { name: "ci", policies: [], condition: { request_ip: {} } },
                after_unknown: { expires_on: true, condition: { request_ip: { in: true } } },
              },
            },
          ],
        }),
      ),
      { policies: [] },
    );
    expect(review.unknowns.map(({ path }) => path)).toEqual(["condition.request_ip.in[0]", "expires_on"]);
  });
});
