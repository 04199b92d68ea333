package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import io.sluice.placement.write.DecisionWrite.WriteLabels;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Compares an object that stands with the wanted one of its name. */
record DecisionChange(PublishedDecision published, DecisionObject wanted) {
  boolean labelsFinal() {
    return carries(published.object(), wanted);
  }

  boolean listFinal() {
    return clusters().equals(wanted.clusters());
  }

  boolean done() {
    return labelsFinal() && listFinal();
  }

  boolean sameClusters() {
    return listFinal() || new HashSet<>(clusters()).equals(new HashSet<>(wanted.clusters()));
  }

  List<String> clusters() {
    return published.object().clusters();
  }

  /** Returns the clusters that the final list lacks. */
  Stream<String> dropped() {
    Set<String> kept = new HashSet<>(wanted.clusters());
    return clusters().stream().filter(cluster -> !kept.contains(cluster));
  }

  /** Returns the clusters that the present list lacks. */
  Stream<String> added() {
    Set<String> present = new HashSet<>(clusters());
    return wanted.clusters().stream().filter(cluster -> !present.contains(cluster));
  }

  DecisionWrite finalList() {
    return clusters(wanted.clusters());
  }

  DecisionWrite union() {
    Set<String> union = new LinkedHashSet<>(clusters());
    union.addAll(wanted.clusters());
    return clusters(List.copyOf(union));
  }

  DecisionWrite clusters(List<String> clusters) {
    return new WriteClusters(published.name(), clusters, published.resourceVersion());
  }

  DecisionWrite finalLabels() {
    return new WriteLabels(published.name(), wanted.labels(), published.resourceVersion());
  }

  /** Returns whether an object has the labels of the wanted one, whatever others it has. */
  static boolean carries(DecisionObject published, DecisionObject wanted) {
    return published.labels().entrySet().containsAll(wanted.labels().entrySet());
  }
}
