package io.sluice.placement.write;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Changes one PlacementDecision by one request to the hub (placement 9). */
public sealed interface DecisionWrite {
  /** The name of the object. */
  String name();

  /**
   * Creates an object that lists no cluster; its list follows as a write of its own, because the
   * hub ignores a status on creation. It gets the owner reference.
   */
  record CreateDecision(String name, Map<String, String> labels) implements DecisionWrite {
    public CreateDecision {
      requireNonNull(name, "name is null");
      labels = sorted(labels);
    }
  }

  /**
   * Replaces {@code status.decisions}.
   *
   * @param resourceVersion the version that must still stand
   */
  record WriteClusters(String name, List<String> clusters, String resourceVersion)
      implements DecisionWrite {
    public WriteClusters {
      requireNonNull(name, "name is null");
      clusters = List.copyOf(clusters);
      requireNonNull(resourceVersion, "resourceVersion is null");
    }
  }

  /**
   * Sets labels; those that are not named here stay.
   *
   * @param resourceVersion the version that must still stand
   */
  record WriteLabels(String name, Map<String, String> labels, String resourceVersion)
      implements DecisionWrite {
    public WriteLabels {
      requireNonNull(name, "name is null");
      labels = sorted(labels);
      requireNonNull(resourceVersion, "resourceVersion is null");
    }
  }

  /**
   * Deletes an object.
   *
   * @param resourceVersion the version that must still stand
   */
  record DeleteDecision(String name, String resourceVersion) implements DecisionWrite {
    public DeleteDecision {
      requireNonNull(name, "name is null");
      requireNonNull(resourceVersion, "resourceVersion is null");
    }
  }

  private static Map<String, String> sorted(Map<String, String> labels) {
    return Collections.unmodifiableMap(new TreeMap<>(labels));
  }
}
