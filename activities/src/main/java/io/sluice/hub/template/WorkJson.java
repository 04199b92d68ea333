package io.sluice.hub.template;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.template.work.DesiredWork;
import io.sluice.template.work.WorkVersion;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Formats Works as JSON; keeps that of the versions that were formatted last, which is the same for
 * all clusters but for a namespace.
 */
final class WorkJson {
  private static final int KEPT = 32;

  private static final String BEGIN =
      "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":"
          .formatted(Kinds.apiVersion(KarmadaKinds.WORK), KarmadaKinds.WORK.getKind());

  /** Stands for the namespace in what is kept; nobody can know it, and so no content has it. */
  private final String namespace = UUID.randomUUID().toString();

  private final AtomicReferenceArray<Formatted> kept = new AtomicReferenceArray<>(KEPT);

  /** A version, and its spec before and after the namespace. */
  private record Formatted(WorkVersion version, String before, String after) {}

  String of(ObjectMeta meta, DesiredWork work) {
    Formatted spec = spec(work.version());
    return BEGIN
        + HubObjects.json(meta)
        + ",\"spec\":"
        + spec.before()
        + work.namespace()
        + spec.after()
        + "}";
  }

  private Formatted spec(WorkVersion version) {
    int place = System.identityHashCode(version) % KEPT;
    return Optional.ofNullable(kept.get(place))
        .filter(known -> known.version() == version)
        .orElseGet(
            () -> {
              Formatted formatted = format(version);
              kept.set(place, formatted);
              return formatted;
            });
  }

  private Formatted format(WorkVersion version) {
    String json = HubObjects.json(version.spec().in(namespace));
    int at = json.indexOf(namespace);
    return new Formatted(version, json.substring(0, at), json.substring(at + namespace.length()));
  }
}
