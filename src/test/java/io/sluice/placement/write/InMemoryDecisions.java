package io.sluice.placement.write;

import io.sluice.placement.DecisionObject;
import io.sluice.placement.PublishedDecision;
import io.sluice.placement.write.DecisionWrite.CreateDecision;
import io.sluice.placement.write.DecisionWrite.DeleteDecision;
import io.sluice.placement.write.DecisionWrite.WriteClusters;
import io.sluice.placement.write.DecisionWrite.WriteLabels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Holds PlacementDecisions as a hub does: with versions, and conflicts for outdated ones. */
public final class InMemoryDecisions {
  private final Map<String, PublishedDecision> objects = new TreeMap<>();
  private final String uid;
  private long version;

  public InMemoryDecisions(String uid) {
    this.uid = uid;
  }

  /** Stores an object, as any writer may do. */
  public void put(DecisionObject object, Optional<String> controller) {
    objects.put(object.name(), new PublishedDecision(object, Long.toString(++version), controller));
  }

  public void putOwn(List<DecisionObject> own) {
    own.forEach(object -> put(object, Optional.of(uid)));
  }

  public List<PublishedDecision> list() {
    return List.copyOf(objects.values());
  }

  /** Returns the object of a name; it must be there. */
  public DecisionObject get(String name) {
    return Optional.ofNullable(objects.get(name)).orElseThrow().object();
  }

  /** Performs a write, or returns false if what it was decided on no longer stands. */
  public boolean perform(DecisionWrite write) {
    PublishedDecision present = objects.get(write.name());
    if (write instanceof CreateDecision create) {
      if (present != null) {
        return false;
      }
      put(new DecisionObject(create.name(), create.labels(), List.of()), Optional.of(uid));
    } else if (write instanceof WriteClusters clusters) {
      if (!stands(present, clusters.resourceVersion())) {
        return false;
      }
      put(
          new DecisionObject(write.name(), present.object().labels(), clusters.clusters()),
          present.controller());
    } else if (write instanceof WriteLabels labels) {
      if (!stands(present, labels.resourceVersion())) {
        return false;
      }
      Map<String, String> merged = new TreeMap<>(present.object().labels());
      merged.putAll(labels.labels());
      put(
          new DecisionObject(write.name(), merged, present.object().clusters()),
          present.controller());
    } else if (write instanceof DeleteDecision delete) {
      if (!stands(present, delete.resourceVersion())) {
        return false;
      }
      objects.remove(write.name());
    }
    return true;
  }

  private static boolean stands(PublishedDecision present, String resourceVersion) {
    return present != null && present.resourceVersion().equals(resourceVersion);
  }

  /** Formats a write in one line, such as {@code status p-decision-1 [a b]}. */
  public static String text(DecisionWrite write) {
    if (write instanceof CreateDecision create) {
      return "create " + write.name() + " " + group(create.labels());
    }
    if (write instanceof WriteClusters clusters) {
      return "status " + write.name() + " [" + String.join(" ", clusters.clusters()) + "]";
    }
    if (write instanceof WriteLabels labels) {
      return "labels " + write.name() + " " + group(labels.labels());
    }
    return "delete " + write.name();
  }

  private static String group(Map<String, String> labels) {
    return labels.get(DecisionObject.GROUP_INDEX) + ":" + labels.get(DecisionObject.GROUP_NAME);
  }

  /** Performs all writes until the objects are as wanted; returns them as text. */
  public List<String> converge(String placement, List<DecisionObject> wanted) {
    List<String> writes = new ArrayList<>();
    DecisionOwner owner = new DecisionOwner(placement, uid);
    PublicationCheck check = new PublicationCheck(owner, list(), wanted);
    Optional<DecisionWrite> next =
        DecisionWritePlanner.next(owner, list(), new WantedDecisions(wanted));
    while (next.isPresent()) {
      if (!perform(next.get())) {
        throw new AssertionError("Refused: " + text(next.get()));
      }
      writes.add(text(next.get()));
      check.during(list(), next.get());
      if (writes.size() > check.limit()) {
        throw new AssertionError("More than " + check.limit() + " writes: " + writes);
      }
      next = DecisionWritePlanner.next(owner, list(), new WantedDecisions(wanted));
    }
    check.after(list());
    return writes;
  }
}
