package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** Says what is to be done next, and why, in words and numbers. */
public sealed interface Action {
  /** Why, in words an administrator can check against the numbers. */
  String because();

  <R> R match(Cases<R> cases);

  /** One branch per kind of action; a new kind breaks every caller. */
  interface Cases<R> {
    R dispatch(Dispatch action);

    R provide(Provide action);

    R takeBack(TakeBack action);

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

  /**
   * Give these clusters what they run until their turn (rollout-strategy 3.1, 3.7). It takes no
   * slot and is no dispatch.
   */
  record Provide(Content content, List<String> clusters, String because) implements Action {
    public Provide {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.provide(this);
    }

    /** What a cluster runs until its turn. */
    public enum Content {
      /** The attempt's version, as inform; a replica that enforces it already stays as it is. */
      @JsonProperty("inform")
      INFORM,
      /** The version that was rolled out last with success, to clusters without a replica. */
      @JsonProperty("lastSuccessful")
      LAST_SUCCESSFUL
    }
  }

  /**
   * Give these clusters back what they had (rollout-strategy 3.6): in mode K the last successful
   * version, or nothing where there is none and the dispatch made the replica; else inform.
   */
  record TakeBack(List<String> clusters, String because) implements Action {
    public TakeBack {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.takeBack(this);
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
