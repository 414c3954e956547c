/** A line that the provider hands to the class of a resource in a preview, so that the program joins equal lines of many resources. */
export interface PreviewLine {
  readonly text: string;
  /** The zone as the text names it. Lines that differ only by it are joined. */
  readonly zone?: string;
  /** Whether another resource causes the line, so that it is printed at a resource that the engine may find unchanged. */
  readonly isOfOther?: boolean;
  /** A request that has written: several of one resource and place become one line, which says how many they are. */
  readonly write?: { readonly where: string; readonly what: string };
  /** Of the lines of one sum, only the largest is printed, under the stack: it contains the others. */
  readonly sum?: {
    readonly name: string;
    readonly size: number;
    /** Whether the line says too little that is new to be printed beside the smaller ones, where lines are not joined. */
    readonly isRepeat?: boolean;
  };
}
