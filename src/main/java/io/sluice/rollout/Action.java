package io.sluice.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Describes what to do next, and why, with numbers. */
public sealed interface Action {
  /** Returns the reason, which an administrator can check against the numbers. */
  String because();

  <R> R match(Cases<R> cases);

  /** One branch per kind of action; a new kind breaks every caller. */
  interface Cases<R> {
    R dispatch(Dispatch action);

    R provide(Provide action);

    R publish(Publish action);

    R takeBack(TakeBack action);

    R look(Look action);

    R close(Close action);
  }

  /**
   * Writes the attempt's version to these clusters.
   *
   * @param label label of the group
   * @param dispatchedAt for clusters whose replica is gone, when this attempt dispatched them:
   *     their deadline is still that of the first dispatch (rollout-strategy 3.4)
   */
  record Dispatch(
      String label, List<String> clusters, SortedMap<String, Instant> dispatchedAt, String because)
      implements Action {
    public Dispatch {
      clusters = List.copyOf(clusters);
      dispatchedAt = Collections.unmodifiableSortedMap(new TreeMap<>(dispatchedAt));
    }

    public Dispatch(String label, List<String> clusters, String because) {
      this(label, clusters, Collections.emptySortedMap(), because);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.dispatch(this);
    }
  }

  /**
   * Writes to these clusters what they run until their turn (rollout-strategy 3.1, 3.7). It takes
   * no slot and is no dispatch.
   */
  record Provide(Content content, List<String> clusters, String because) implements Action {
    public Provide {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.provide(this);
    }

    /** Lists what a cluster runs until its turn. */
    public enum Content {
      /** The attempt's version, as inform; a replica that enforces it already is not changed. */
      @JsonProperty("inform")
      INFORM,
      /** The last successful version, for clusters without a replica. */
      @JsonProperty("lastSuccessful")
      LAST_SUCCESSFUL
    }
  }

  /**
   * Writes the status at once, and answers for these clusters when it stands on the hub. Their end
   * must be known there before their write is taken back: a run that was lost in between would take
   * a cluster without its replica for one that was never started (rollout-strategy 3.2, "Lost
   * state").
   */
  record Publish(List<String> clusters, String because) implements Action {
    public Publish {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.publish(this);
    }
  }

  /**
   * Reverts these clusters (rollout-strategy 3.6): with {@code KeepPrevious} to the last successful
   * version, or to no replica if there is none and the dispatch created it; else to inform.
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

  /** Reads these clusters before they time out (rollout-strategy 3.2). */
  record Look(List<String> clusters, String because) implements Action {
    public Look {
      clusters = List.copyOf(clusters);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.look(this);
    }
  }

  /** Ends the attempt's run. */
  record Close(Ending ending, String because) implements Action {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.close(this);
    }

    /** States whether the run may still write to the Rollout object. */
    public enum Ending {
      WITH_A_LAST_WRITE,
      WITHOUT_A_WRITE
    }
  }
}
