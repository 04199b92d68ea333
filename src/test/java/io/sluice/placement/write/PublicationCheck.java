package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks the promise of a plan of writes at every moment (placement 9): no cluster is ever missing,
 * none is ever listed under the labels of a group that is neither its former nor its final one.
 */
public final class PublicationCheck {
  private final DecisionOwner owner;
  private final List<DecisionObject> wanted;
  private final Map<String, Set<String>> allowed = new HashMap<>();
  private final Set<String> lasting = new HashSet<>();
  private final Map<String, PublishedDecision> foreign;
  private final int limit;

  /** Starts from what stands before the first write of a plan. */
  public PublicationCheck(
      DecisionOwner owner, List<PublishedDecision> published, List<DecisionObject> wanted) {
    this.owner = owner;
    this.wanted = wanted;
    Set<String> before = new HashSet<>();
    for (PublishedDecision object : owner.own(published)) {
      record(object.object());
      before.addAll(object.object().clusters());
    }
    wanted.forEach(this::record);
    wanted.forEach(object -> lasting.addAll(object.clusters()));
    lasting.retainAll(before);
    this.foreign = foreign(published);
    // Each wanted object: created, merged, emptied, relabelled, filled; each other one deleted;
    // each relabelled object has additional ones for the groups of its clusters.
    this.limit = 5 * wanted.size() + published.size() + 3 * (lasting.size() + 1);
  }

  private void record(DecisionObject object) {
    String labels = labels(object);
    for (String cluster : object.clusters()) {
      allowed.computeIfAbsent(cluster, any -> new HashSet<>()).add(labels);
    }
  }

  private static String labels(DecisionObject object) {
    return object.labels().get(DecisionObject.PLACEMENT)
        + "/"
        + object.labels().get(DecisionObject.GROUP_INDEX)
        + "/"
        + object.labels().get(DecisionObject.GROUP_NAME);
  }

  private Map<String, PublishedDecision> foreign(List<PublishedDecision> published) {
    Map<String, PublishedDecision> objects = new TreeMap<>();
    published.forEach(object -> objects.put(object.name(), object));
    owner.own(published).forEach(object -> objects.remove(object.name()));
    return objects;
  }

  /** The most writes that a plan may take. */
  public int limit() {
    return limit;
  }

  /** Checks what stands between two writes. */
  public void during(List<PublishedDecision> published, DecisionWrite write) {
    Set<String> listed = new HashSet<>();
    for (PublishedDecision object : owner.own(published)) {
      listed.addAll(object.object().clusters());
      String labels = labels(object.object());
      for (String cluster : object.object().clusters()) {
        if (!allowed.getOrDefault(cluster, Set.of()).contains(labels)) {
          throw failure("%s is in %s under %s".formatted(cluster, object.name(), labels), write);
        }
      }
    }
    if (!listed.containsAll(lasting)) {
      lasting.removeAll(listed);
      throw failure(lasting + " are in no object", write);
    }
    if (!foreign(published).equals(foreign)) {
      throw failure("An object of another owner changed", write);
    }
  }

  /** Checks what stands after the last write. */
  public void after(List<PublishedDecision> published) {
    List<DecisionObject> own =
        owner.own(published).stream().map(PublishedDecision::object).toList();
    if (own.size() != wanted.size()) {
      throw new AssertionError("Objects %s instead of %s".formatted(own, wanted));
    }
    for (DecisionObject object : wanted) {
      boolean found =
          own.stream()
              .anyMatch(
                  present ->
                      present.name().equals(object.name())
                          && present.clusters().equals(object.clusters())
                          && labels(present).equals(labels(object)));
      if (!found) {
        throw new AssertionError("%s is not as wanted: %s".formatted(object, own));
      }
    }
  }

  private static AssertionError failure(String what, DecisionWrite write) {
    return new AssertionError(what + " after " + InMemoryDecisions.text(write));
  }
}
