package io.sluice.hub.template;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Parses the text of an annotation as YAML, of which JSON is a part. */
public final class AnnotationYaml {
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setMaxAliasesForCollections(0).build();

  private AnnotationYaml() {}

  /** Returns the tree; empty when the text is no YAML, or says nothing. */
  public static Optional<Object> parse(String text) {
    try {
      return Optional.ofNullable(new Load(SETTINGS).loadFromString(text));
    } catch (YamlEngineException e) {
      return Optional.empty();
    }
  }
}
