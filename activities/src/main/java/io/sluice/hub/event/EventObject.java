package io.sluice.hub.event;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.event.EventAggregator.Collection;
import io.sluice.policy.Hashes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Formats an Event as the hub takes it. */
final class EventObject {
  /** What {@code kubectl describe} shows as the source of the Event. */
  static final String COMPONENT = "sluice";

  /** An Event's name is that of its object and a hash, at most 253 characters. */
  private static final int LONGEST_NAME = 230;

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private EventObject() {}

  /**
   * Returns the Event, at the time of what it tells; of several that of the first.
   *
   * @param now when it is written
   */
  static GenericKubernetesResource of(Collection said, Instant now) {
    EventSubject subject = said.first().subject();
    GenericKubernetesResource event =
        HubObjects.object(
            Kinds.EVENT,
            new ObjectMetaBuilder()
                .withNamespace(subject.namespace())
                .withName(name(said, now))
                .build());
    event.setAdditionalProperty("type", said.warning() ? "Warning" : "Normal");
    event.setAdditionalProperty("reason", said.first().reason());
    event.setAdditionalProperty("action", "RollOut");
    event.setAdditionalProperty("note", said.note());
    event.setAdditionalProperty("eventTime", time(said.first().at()));
    event.setAdditionalProperty("reportingController", COMPONENT);
    event.setAdditionalProperty("reportingInstance", COMPONENT);
    event.setAdditionalProperty("regarding", subject.reference());
    return event;
  }

  static String time(Instant at) {
    return MICROS.format(at);
  }

  /** The same occasion has the same name, so that another process records it no second time. */
  private static String name(Collection said, Instant now) {
    EventSubject subject = said.first().subject();
    String occasion =
        said.single() ? said.first().occasion().orElse(now.toString()) : now.toString();
    String object = subject.name();
    return "%s.%s%s"
        .formatted(
            object.length() <= LONGEST_NAME ? object : object.substring(0, LONGEST_NAME),
            Hashes.ofName(subject.uid() + subject.kind() + said.first().reason() + occasion),
            Hashes.ofName(said.note()));
  }
}
