package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Hashes;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * Writes warning events on objects (policy-propagation 15).
 *
 * <p>The name of an event is a hash of its content, so that a repeated call creates no second one.
 */
public final class RolloutEvents {
  private static final int LONGEST_NOTE = 1024;
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final HubApi hub;
  private final Clock clock;

  public RolloutEvents(KubernetesClient client, Clock clock) {
    this.hub = new HubApi(client);
    this.clock = clock;
  }

  /**
   * Writes a warning.
   *
   * @param occasion such as an attempt; one event for each
   */
  public void warn(
      GenericKubernetesResource regarding, String reason, String note, String occasion) {
    String name =
        regarding.getMetadata().getName() + "." + Hashes.ofName(occasion) + Hashes.ofName(note);
    GenericKubernetesResource event =
        HubObjects.object(
            Kinds.EVENT,
            new ObjectMetaBuilder()
                .withNamespace(regarding.getMetadata().getNamespace())
                .withName(name)
                .build());
    event.setAdditionalProperty("type", "Warning");
    event.setAdditionalProperty("reason", reason);
    event.setAdditionalProperty("action", "RollOut");
    event.setAdditionalProperty("note", cut(note));
    event.setAdditionalProperty("eventTime", MICROS.format(clock.instant()));
    event.setAdditionalProperty("reportingController", "sluice.io/sluice");
    event.setAdditionalProperty("reportingInstance", "sluice");
    // kubectl describe finds events by the uid.
    event.setAdditionalProperty(
        "regarding",
        Map.of(
            "apiVersion", regarding.getApiVersion(),
            "kind", regarding.getKind(),
            "namespace", regarding.getMetadata().getNamespace(),
            "name", regarding.getMetadata().getName(),
            "uid", regarding.getMetadata().getUid()));
    try {
      hub.create(Kinds.EVENT, event);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.CONFLICT) {
        throw HubException.of(
            "warn of " + regarding.getMetadata().getName(), "create", Kinds.EVENT, e);
      }
    }
  }

  private static String cut(String note) {
    return note.length() <= LONGEST_NOTE ? note : note.substring(0, LONGEST_NOTE);
  }
}
