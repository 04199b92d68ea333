package io.sluice.beside;

/**
 * Lists the writes that create, repair and remove an override, and decides which is next.
 *
 * <p>The order is that of policy-propagation 14.3.1 and 14.4: a binding that vanishes together with
 * its Placement leaves replicas enforced for ever on older propagators.
 */
public enum OverrideStep {
  ADD_FINALIZER,
  /** Decisions that would select clusters at once, or select some that have not had their turn. */
  DELETE_STRAY_PAGES,
  CREATE_PLACEMENT,
  REPAIR_PLACEMENT,
  CREATE_BINDING,
  REPAIR_BINDING,
  /** Clusters that left, and those whose soak is over where each is released by itself. */
  WITHDRAW_CLUSTERS,
  /** The policy was edited: clusters that were listed for another version. */
  WITHDRAW_EDITED,
  /** In the status, once no run writes it. */
  LIST_UNSTAGED,
  EMPTY_PAGES,
  /** No write: replicas still enforce, and the propagator has to turn them back. */
  AWAIT_REPLICAS,
  DELETE_BINDING,
  DELETE_PLACEMENT,
  REMOVE_FINALIZER,
  NOTHING;

  /** Returns what is to be done next. */
  public static OverrideStep next(OverrideIntent intent, OverrideState state) {
    if (intent == OverrideIntent.EMPTY) {
      return WITHDRAW_EDITED;
    }
    if (state.noted()) {
      return LIST_UNSTAGED;
    }
    return switch (intent) {
      case STAND -> creation(state);
      case REMOVE -> removal(state);
      case LEAVE, EMPTY -> repair(state);
    };
  }

  private static OverrideStep creation(OverrideState state) {
    if (!state.finalizer()) {
      return ADD_FINALIZER;
    }
    if (state.strayPages()) {
      return DELETE_STRAY_PAGES;
    }
    if (!state.placement().exists()) {
      return CREATE_PLACEMENT;
    }
    OverrideStep repair = repair(state);
    return repair == REPAIR_PLACEMENT || state.binding().exists() ? repair : CREATE_BINDING;
  }

  /** Repairs what stands. */
  private static OverrideStep repair(OverrideState state) {
    if (state.strayPages() && state.binding().exists()) {
      return DELETE_STRAY_PAGES;
    }
    if (state.placement() == OverridePart.CHANGED) {
      return REPAIR_PLACEMENT;
    }
    if (state.binding() == OverridePart.CHANGED) {
      return REPAIR_BINDING;
    }
    return state.withdrawn().isEmpty() ? NOTHING : WITHDRAW_CLUSTERS;
  }

  private static OverrideStep removal(OverrideState state) {
    if (state.lists()) {
      return EMPTY_PAGES;
    }
    if (state.strayPages() && state.binding().exists()) {
      return DELETE_STRAY_PAGES;
    }
    boolean stands = state.finalizer() || state.binding().exists() || state.placement().exists();
    if (stands && (state.settling() || !state.enforcing().isEmpty())) {
      return AWAIT_REPLICAS;
    }
    if (state.binding().exists()) {
      return DELETE_BINDING;
    }
    if (state.placement().exists()) {
      return DELETE_PLACEMENT;
    }
    return state.finalizer() ? REMOVE_FINALIZER : NOTHING;
  }

  /** Returns whether the step writes to the hub. */
  public boolean writes() {
    return this != AWAIT_REPLICAS && this != NOTHING;
  }
}
