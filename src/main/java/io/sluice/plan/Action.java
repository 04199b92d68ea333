package io.sluice.plan;

import java.util.List;

/** Says what is to be done next, and why, in words and numbers. */
public sealed interface Action {
  /** Why, in words an administrator can check against the numbers. */
  String because();

  <R> R match(Cases<R> cases);

  /** One branch per kind of action; a new kind breaks every caller. */
  interface Cases<R> {
    R dispatch(Dispatch action);

    R look(Look action);

    R close(Close action);
  }

  /**
   * Give these clusters the attempt's version.
   *
   * @param label the group, as people know it
   */
  record Dispatch(String label, List<String> clusters, String because) implements Action {
    public Dispatch {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.dispatch(this);
    }
  }

  /** Look at these clusters before their deadline is held against them (rollout-strategy 3.2). */
  record Look(List<String> clusters, String because) implements Action {
    public Look {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.look(this);
    }
  }

  /** End the attempt's run. */
  record Close(Ending ending, String because) implements Action {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.close(this);
    }

    /** Whether the run may still write to the Rollout object. */
    public enum Ending {
      WITH_A_LAST_WRITE,
      WITHOUT_A_WRITE
    }
  }
}
