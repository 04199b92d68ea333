package io.sluice.hub.client;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;

/** Parses the YAML of tests. */
public final class Yaml {
  private static final KubernetesSerialization YAML = new KubernetesSerialization();

  private Yaml() {}

  public static GenericKubernetesResource object(String yaml) {
    return YAML.unmarshal(marked(yaml), GenericKubernetesResource.class);
  }

  public static Map<String, Object> tree(String yaml) {
    return HubObjects.toTree(YAML.unmarshal(marked(yaml), Map.class));
  }

  /** Text that begins with a brace would be read as JSON. */
  private static String marked(String yaml) {
    return "---\n" + yaml;
  }
}
