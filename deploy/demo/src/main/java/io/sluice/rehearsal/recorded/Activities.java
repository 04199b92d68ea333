package io.sluice.rehearsal.recorded;

/** Names activities as histories do. */
final class Activities {
  static final String DISPATCH = "DispatchVersion";
  static final String PROVIDE = "ProvideContent";
  static final String TAKE_BACK = "TakeVersionBack";
  static final String LOOK = "LookAtClusters";

  private Activities() {}
}
