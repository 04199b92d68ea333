package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.write.DecisionWrite.CreateDecision;
import io.sluice.placement.write.DecisionWrite.DeleteDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which PlacementDecision is written next, from what stands on the hub (placement 9).
 *
 * <p>Between any two writes each cluster that is published before and after is in at least one
 * object, and every object that lists it carries the labels of its former or of its final group: no
 * object drops a wanted cluster, or changes its labels, before another lists it under its final
 * labels. Nothing is remembered, so that a crash or a changed result needs no other treatment.
 *
 * <p>The writes end. A list is written at most twice, as the union of the former and the final one
 * and as the final one; an object that goes to another group is emptied, relabelled and filled
 * once; each additional object is created, written and deleted once.
 */
public final class DecisionWritePlanner {
  private final DecisionOwner owner;
  private final List<PublishedDecision> published;
  private final List<DecisionObject> missing = new ArrayList<>();

  /** Of the objects that are not as they shall be. */
  private final List<DecisionChange> changes = new ArrayList<>();

  private final List<PublishedDecision> unwanted;
  private final DecisionListings listings;

  private DecisionWritePlanner(
      DecisionOwner owner, List<PublishedDecision> published, WantedDecisions wanted) {
    this.owner = owner;
    this.published = published;
    Map<String, PublishedDecision> own = new LinkedHashMap<>();
    owner.own(published).stream()
        .sorted(Comparator.comparingInt(this::number).thenComparing(PublishedDecision::name))
        .forEach(object -> own.put(object.name(), object));
    this.listings = new DecisionListings(own.values(), wanted);
    for (DecisionObject object : wanted.objects()) {
      PublishedDecision present = own.remove(object.name());
      if (present == null) {
        missing.add(object);
      } else if (!new DecisionChange(present, object).done()) {
        changes.add(new DecisionChange(present, object));
      }
    }
    this.unwanted = List.copyOf(own.values());
  }

  /**
   * Returns the next write; none when the objects are as wanted, and the Placement's status may be
   * written.
   *
   * @param published every object of the namespace with the Placement's label or with such a name
   * @param wanted the same for all writes of a plan
   * @throws IllegalArgumentException if another owner holds a wanted name
   */
  public static Optional<DecisionWrite> next(
      DecisionOwner owner, List<PublishedDecision> published, WantedDecisions wanted) {
    List<PublishedDecision> conflicts = owner.conflicts(published, wanted.objects());
    if (!conflicts.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot write PlacementDecision %s: it belongs to another owner. Delete it, or rename placement %s."
              .formatted(conflicts.get(0).name(), owner.placement()));
    }
    return new DecisionWritePlanner(owner, published, wanted).next();
  }

  private Optional<DecisionWrite> next() {
    return fill()
        .or(this::create)
        .or(this::settle)
        .or(this::relabel)
        .or(this::merge)
        .or(this::spill)
        .or(this::delete);
  }

  /** Writes the list of an object that is new, or was emptied to be relabelled. */
  private Optional<DecisionWrite> fill() {
    return changes.stream()
        .filter(change -> change.labelsFinal() && !change.listFinal())
        .filter(change -> change.clusters().isEmpty())
        .findFirst()
        .map(DecisionChange::finalList);
  }

  private Optional<DecisionWrite> create() {
    return missing.stream()
        .findFirst()
        .map(object -> new CreateDecision(object.name(), object.labels()));
  }

  /** Writes a final list, if each cluster that it drops is elsewhere. */
  private Optional<DecisionWrite> settle() {
    return changes.stream()
        .filter(change -> change.labelsFinal() && !change.listFinal())
        .filter(change -> change.dropped().noneMatch(cluster -> needed(cluster, change)))
        .findFirst()
        .map(DecisionChange::finalList);
  }

  /** Gives an object to another group: with its clusters, or once all of them are elsewhere. */
  private Optional<DecisionWrite> relabel() {
    return changes.stream()
        .filter(change -> !change.labelsFinal())
        .flatMap(change -> relabel(change).stream())
        .findFirst();
  }

  private Optional<DecisionWrite> relabel(DecisionChange change) {
    if (change.clusters().isEmpty() || change.sameClusters()) {
      return Optional.of(change.finalLabels());
    }
    return neededIn(change).isEmpty() ? Optional.of(change.clusters(List.of())) : Optional.empty();
  }

  /**
   * Adds its final clusters to an object on which others wait, and leaves what it shall drop for
   * later. No other list exceeds the limit.
   */
  private Optional<DecisionWrite> merge() {
    Set<String> awaited = new HashSet<>();
    changes.forEach(change -> awaited.addAll(neededIn(change)));
    return changes.stream()
        .filter(DecisionChange::labelsFinal)
        .filter(change -> change.added().anyMatch(awaited::contains))
        .findFirst()
        .map(DecisionChange::union);
  }

  /** Lists clusters in an additional object, because their own one goes to another group, too. */
  private Optional<DecisionWrite> spill() {
    return changes.stream()
        .filter(change -> !change.labelsFinal())
        .findFirst()
        .map(change -> spill(neededIn(change)));
  }

  private DecisionWrite spill(List<String> clusters) {
    DecisionObject home = listings.home(clusters.get(0));
    Optional<PublishedDecision> spill =
        unwanted.stream().filter(object -> hasRoom(object.object(), home)).findFirst();
    if (spill.isEmpty()) {
      return new CreateDecision(
          DecisionObject.name(owner.placement(), highestNumber() + 1), home.labels());
    }
    Set<String> list = new LinkedHashSet<>(spill.get().object().clusters());
    clusters.stream()
        .filter(cluster -> listings.home(cluster).labels().equals(home.labels()))
        .limit(DecisionObject.LIMIT - list.size())
        .forEach(list::add);
    return new WriteClusters(spill.get().name(), List.copyOf(list), spill.get().resourceVersion());
  }

  /** Returns whether an unwanted object may list more clusters of this home's group. */
  private boolean hasRoom(DecisionObject object, DecisionObject home) {
    return DecisionChange.carries(object, home)
        && object.clusters().size() < DecisionObject.LIMIT
        && object.clusters().stream()
            .map(listings::home)
            .allMatch(other -> other != null && other.labels().equals(home.labels()));
  }

  private int highestNumber() {
    return published.stream().mapToInt(this::number).max().orElse(0);
  }

  private int number(PublishedDecision object) {
    return DecisionObject.number(owner.placement(), object.name()).orElse(0);
  }

  private Optional<DecisionWrite> delete() {
    return unwanted.stream()
        .findFirst()
        .map(object -> new DeleteDecision(object.name(), object.resourceVersion()));
  }

  private List<String> neededIn(DecisionChange change) {
    return change.clusters().stream().filter(cluster -> needed(cluster, change)).toList();
  }

  private boolean needed(String cluster, DecisionChange change) {
    return listings.needed(cluster, change.published().object());
  }
}
