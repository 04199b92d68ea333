package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.schedule.CalendarObjects;
import java.util.List;
import java.util.Optional;

/** Looks up objects of kinds that another part of the process watches. */
public interface SharedCache {
  List<GenericKubernetesResource> all(ResourceDefinitionContext kind);

  /**
   * Returns an object.
   *
   * @param key {@code namespace/name}, or {@code name}
   */
  Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key);

  /** Returns the calendars that may bind the Rollouts of a namespace. */
  CalendarObjects calendars(String namespace);

  /** Returns whether that part watches the hub without a gap. */
  boolean watching();
}
