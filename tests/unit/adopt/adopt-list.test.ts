import { adoptList } from "../../../adopt/adopt-list";
import { everything } from "../../../adopt/selection";
import type { ListItem } from "../../../provider/api";
import { identityText, markedText, markTextOf, parseMark } from "../../../provider/marks";

const ACCOUNT = "01a7362d577a6c3019a474fd6f485823";
const LIST = "2c0fc9fa937b11eaa1b71c4d701ab86e";
const ITEM = "34b12448945f11eaa1b71c4d701ab86e";
const list = { id: LIST, name: "office", kind: "ip", num_items: 1, description: "Our offices" } as const;
const selected = (items: readonly ListItem[]) => {
  const found = everything().list({ list, items }, ACCOUNT);
  if (!found) throw new Error("everything is selected");
  return found;
};

describe("the adoption of a list", () => {
  it("declares its items as they are, and owns all of it", () => {
    const items = [{ id: ITEM, ip: "192.0.2.1", comment: "door", created_on: "2020-01-01T08:00:00Z" }];
    expect(adoptList({ list, items }, ACCOUNT, selected(items))).toMatchObject({
      resource: {
        kind: "List",
        args: {
          accountId: ACCOUNT,
          name: "office",
          kind: "ip",
          description: "Our offices",
          items: [{ ip: "192.0.2.1", comment: "door" }],
          ownership: "exclusive",
          takeOver: true,
        },
        importId: `${ACCOUNT}/${LIST}`,
      },
    });
  });

  it("leaves out a list in which a stack owns items", () => {
    const identity = identityText({ organization: "o", project: "shop", stack: "prod", urn: "urn" });
    const mark = parseMark(markTextOf(identity, "abcdefgh"));
    if (!mark) throw new Error("this is a mark");
    const items = [{ id: ITEM, ip: "192.0.2.1", comment: markedText("", mark) }];
    expect(adoptList({ list, items }, ACCOUNT, selected(items))).toEqual({
      left: [
        {
          subject: `the list "office" (id ${LIST})`,
          why: "a resource of a stack owns it, or items of it",
        },
      ],
    });
  });
});
