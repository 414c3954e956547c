export { checkItems, checkListArgs, checkListName, MAX_ITEM_CHANGES, MAX_TEXT } from "./check-list";
export { doubtsOfItems } from "./doubtful-items";
export {
  canonicalNetwork,
  canonicalSource,
  ITEM_KINDS,
  itemFromWire,
  itemKey,
  itemToWire,
  movedRedirects,
  sameItem,
  type ListItemState,
} from "./item";
export {
  contentsOf,
  type KnownLists,
  type ListContents,
  listsIn,
  whyUnknown,
  withContents,
} from "./list-contents";
export {
  itemOnWire,
  itemsPutBack,
  liveItems,
  nextStep,
  sameItems,
  seenItems,
  type ItemsInput,
  type ItemsStep,
  type LiveItem,
  type PutBackItem,
} from "./plan-items";
