package io.sluice.cel;

/** Lists the types of the variable that an expression is about. */
public enum CelVariable {
  /** A list of objects, such as the samples of a query. */
  LIST,
  /** An object as JSON gives it. */
  OBJECT
}
