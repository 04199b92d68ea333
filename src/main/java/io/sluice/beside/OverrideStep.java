package io.sluice.beside;

/**
 * Lists the writes that create and remove an override, and decides which is next.
 *
 * <p>The order is that of policy-propagation 14.3.1 and 14.4: a binding that vanishes together with
 * its Placement leaves replicas enforced for ever on older propagators.
 */
public enum OverrideStep {
  ADD_FINALIZER,
  /** Pages of a former Placement: under a new one they would select clusters at once. */
  DELETE_STALE_PAGES,
  CREATE_PLACEMENT,
  CREATE_BINDING,
  /** Clusters whose soak is over, where each is released by itself; and clusters that have left. */
  WITHDRAW_RELEASED,
  EMPTY_PAGES,
  /** No write: replicas still enforce, and the propagator has to turn them back. */
  AWAIT_REPLICAS,
  DELETE_BINDING,
  DELETE_PLACEMENT,
  REMOVE_FINALIZER,
  NOTHING;

  /** Returns what is to be done next. */
  public static OverrideStep next(OverrideIntent intent, OverrideState state) {
    return switch (intent) {
      case LEAVE -> NOTHING;
      case STAND -> creation(state);
      case EMPTY -> state.lists() ? EMPTY_PAGES : NOTHING;
      case REMOVE -> removal(state);
    };
  }

  private static OverrideStep creation(OverrideState state) {
    if (!state.finalizer()) {
      return ADD_FINALIZER;
    }
    if (state.stalePages()) {
      return DELETE_STALE_PAGES;
    }
    if (!state.placement()) {
      return CREATE_PLACEMENT;
    }
    return state.binding() ? NOTHING : CREATE_BINDING;
  }

  private static OverrideStep removal(OverrideState state) {
    if (state.lists()) {
      return EMPTY_PAGES;
    }
    boolean stands = state.finalizer() || state.binding() || state.placement();
    if (stands && (state.settling() || !state.enforcing().isEmpty())) {
      return AWAIT_REPLICAS;
    }
    if (state.binding()) {
      return DELETE_BINDING;
    }
    if (state.placement()) {
      return DELETE_PLACEMENT;
    }
    return state.finalizer() ? REMOVE_FINALIZER : NOTHING;
  }
}
