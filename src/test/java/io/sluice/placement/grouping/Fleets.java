package io.sluice.placement.grouping;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.fleet.LabelSelector;
import io.sluice.placement.ClusterSelector;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.GroupStrategy;
import io.sluice.placement.ManagedCluster;
import io.sluice.placement.NamedGroup;
import io.sluice.rollout.strategy.Amount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds clusters and group strategies in a few letters. */
final class Fleets {
  private static final LabelSelector ANY = new LabelSelector(Map.of(), List.of());

  private Fleets() {}

  /** Returns clusters from {@code "a b:east c"}: {@code b} has the label {@code group=east}. */
  static List<ManagedCluster> clusters(String names) {
    return Arrays.stream(names.split(" "))
        .filter(name -> !name.isEmpty())
        .map(Fleets::cluster)
        .toList();
  }

  private static ManagedCluster cluster(String text) {
    String[] parts = text.split(":");
    Map<String, String> labels = parts.length == 1 ? Map.of() : Map.of("group", parts[1]);
    return new ManagedCluster(
        parts[0], labels, Map.of(), List.of(), Map.of(), Map.of(), false, Map.of());
  }

  /** Returns a strategy whose entries take the clusters with their name as label. */
  static GroupStrategy strategy(Amount size, String... entries) {
    return new GroupStrategy(Optional.of(size), Arrays.stream(entries).map(Fleets::entry).toList());
  }

  private static NamedGroup entry(String name) {
    return new NamedGroup(
        name, new ClusterSelector(new LabelSelector(Map.of("group", name), List.of()), ANY));
  }

  /** Returns objects from {@code "east: a b"}, with the position as index. */
  static List<DecisionObject> published(String... groups) {
    List<DecisionObject> objects = new ArrayList<>();
    for (String group : groups) {
      String[] parts = group.split(":", -1);
      objects.add(
          DecisionObject.of(
              new GroupKey("p", parts[0], objects.size()),
              objects.size() + 1,
              Arrays.stream(parts[1].trim().split(" ")).filter(name -> !name.isEmpty()).toList()));
    }
    return objects;
  }

  /** Formats groups as {@link #published} reads them, and checks their indexes. */
  static List<String> text(List<DecisionGroup> groups) {
    List<String> texts = new ArrayList<>();
    for (DecisionGroup group : groups) {
      if (!group.key().placement().equals("p") || group.key().index() != texts.size()) {
        throw new AssertionError("Wrong key at position " + texts.size() + ": " + group.key());
      }
      texts.add(group.key().name() + ": " + String.join(" ", group.clusters()));
    }
    return texts;
  }
}
