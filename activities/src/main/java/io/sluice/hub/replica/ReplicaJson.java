package io.sluice.hub.replica;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.ReplicaSpec;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Formats replicas as JSON; keeps that of the specs that were formatted last. */
final class ReplicaJson {
  private static final int KEPT = 32;

  private final AtomicReferenceArray<Formatted> kept = new AtomicReferenceArray<>(KEPT);

  private record Formatted(ReplicaSpec spec, String json) {}

  String of(ObjectMeta meta, ReplicaSpec spec) {
    return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":"
            .formatted(Kinds.apiVersion(Kinds.POLICY), Kinds.POLICY.getKind())
        + HubObjects.json(meta)
        + ",\"spec\":"
        + json(spec)
        + "}";
  }

  private String json(ReplicaSpec spec) {
    int place = System.identityHashCode(spec) % KEPT;
    Formatted known = kept.get(place);
    if (known == null || known.spec() != spec) {
      known = new Formatted(spec, HubObjects.json(spec.tree()));
      kept.set(place, known);
    }
    return known.json();
  }
}
