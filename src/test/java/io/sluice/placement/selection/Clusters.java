package io.sluice.placement.selection;

import io.sluice.fleet.LabelSelector;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ManagedClusterSet;
import io.sluice.placement.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds clusters and sets for the tests of the choice between them. */
final class Clusters {
  /** Has every cluster. */
  static final ManagedClusterSet GLOBAL = selecting("global", Map.of());

  private Clusters() {}

  static ManagedCluster cluster(String name, Map<String, String> labels, Taint... taints) {
    return new ManagedCluster(
        name, labels, Map.of(), List.of(taints), Map.of(), Map.of(), false, Map.of());
  }

  static ManagedCluster deleting(String name, Map<String, String> labels) {
    return new ManagedCluster(
        name, labels, Map.of(), List.of(), Map.of(), Map.of(), true, Map.of());
  }

  /** Returns a cluster that reports this much CPU as allocatable and as capacity. */
  static ManagedCluster withCpu(String name, double cpu) {
    Map<String, Double> resources = Map.of("cpu", cpu);
    return new ManagedCluster(
        name, Map.of(), Map.of(), List.of(), resources, resources, false, Map.of());
  }

  static ManagedClusterSet selecting(String name, Map<String, String> labels) {
    return new ManagedClusterSet(
        name, "LabelSelector", Optional.of(new LabelSelector(labels, List.of())));
  }
}
