package io.sluice.demo;

import io.sluice.cli.option.CliFailure;
import io.sluice.policy.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Parses the objects of a manifest file; errors name file, line and reason. */
final class ManifestReader {
  private final String file;
  private final LoadSettings settings;

  private ManifestReader(String file) {
    this.file = file;
    this.settings = LoadSettings.builder().setLabel(file).build();
  }

  /** Parses Kubernetes objects: each has an apiVersion, a kind and a name. */
  static List<Manifest> objects(String file, String text) {
    return new ManifestReader(file).read(text).stream().map(ManifestReader::checked).toList();
  }

  /** Parses the one tree of a file that need not hold Kubernetes objects. */
  static Map<String, Object> tree(String file, String text) {
    List<Manifest> documents = new ManifestReader(file).read(text);
    return documents.isEmpty() ? Map.of() : documents.get(0).tree();
  }

  private List<Manifest> read(String text) {
    try {
      List<Manifest> manifests = new ArrayList<>();
      for (Node node : new Compose(settings).composeAllFromString(text)) {
        if (!node.getTag().equals(Tag.NULL)) {
          manifests.add(manifest(node));
        }
      }
      return manifests;
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(ManifestReader::line).orElse(1);
      throw failure(file, line, Optional.ofNullable(e.getProblem()).orElse("no YAML"));
    } catch (YamlEngineException e) {
      throw failure(file, 1, e.getMessage());
    }
  }

  private Manifest manifest(Node node) {
    int line = node.getStartMark().map(ManifestReader::line).orElse(1);
    Object value = new StandardConstructor(settings).constructSingleDocument(Optional.of(node));
    if (value instanceof Map<?, ?>) {
      return new Manifest(file, line, JsonTree.map(value));
    }
    throw failure(file, line, "this is no object");
  }

  private static Manifest checked(Manifest manifest) {
    for (String field : List.of("apiVersion", "kind")) {
      if (JsonTree.text(manifest.tree(), field).isEmpty()) {
        throw failure(manifest.file(), manifest.line(), "this object has no " + field);
      }
    }
    if (JsonTree.text(manifest.metadata(), "name").isEmpty()) {
      throw failure(manifest.file(), manifest.line(), "this object has no metadata.name");
    }
    return manifest;
  }

  private static int line(Mark mark) {
    return mark.getLine() + 1;
  }

  static CliFailure failure(String file, int line, String why) {
    return new CliFailure(
        "Cannot load %s: line %d: %s. Correct it and try again.".formatted(file, line, why));
  }
}
