package io.sluice.tools.manifest;

import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
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
public final class ManifestReader {
  private final String file;
  private final LoadSettings settings;

  private ManifestReader(String file) {
    this.file = file;
    this.settings = LoadSettings.builder().setLabel(file).build();
  }

  /** Parses Kubernetes objects: each has an apiVersion, a kind and a name. */
  public static List<Manifest> objects(String file, String text) {
    return documents(file, text).stream().map(ManifestReader::checked).toList();
  }

  /** Parses the trees of a file, which need not be Kubernetes objects. */
  static List<Manifest> documents(String file, String text) {
    return new ManifestReader(file).read(text);
  }

  /** Parses the one tree of a file that need not hold Kubernetes objects. */
  public static Map<String, Object> tree(String file, String text) {
    List<Manifest> documents = documents(file, text);
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

  static Manifest checked(Manifest manifest) {
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

  /** Returns the failure of that line of a file. */
  public static CliFailure failure(String file, int line, String why) {
    return new CliFailure(
        "Cannot load %s: line %d: %s. Correct it and try again.".formatted(file, line, why));
  }
}
