package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import io.sluice.policy.JsonTree;
import io.sluice.tools.option.CliFailure;
import java.util.List;
import java.util.Map;

/**
 * Parses the objects of a manifest file by the rules of kubectl; faults name file, line and reason.
 *
 * <p>{@link YamlReader} and {@link JsonTreeBuilder} read the trees of a text.
 */
public final class ManifestReader {
  private static final String OWN = "open-cluster-management.io/";
  private static final String NO_OBJECT = "this is no Kubernetes object";
  private static final String REMOVE = "Name files that hold such objects";

  private final String file;
  private final FieldLines.Builder lines = new FieldLines.Builder();
  private final ManifestContents.Builder contents = new ManifestContents.Builder();

  private ManifestReader(String file) {
    this.file = requireNonNull(file, "file is null");
  }

  /**
   * Parses Kubernetes objects, each of which has an apiVersion, a kind and a name.
   *
   * @throws CliFailure with all that is none; it names the lines
   */
  public static List<Manifest> objects(String file, String text) {
    ManifestContents.Builder all = new ManifestContents.Builder();
    all.add(contents(file, text), true);
    ManifestContents found = all.build();
    for (Manifest manifest : found.required()) {
      if (manifest.name().isEmpty()) {
        throw failure(file, manifest.line(), "this object has no metadata.name");
      }
    }
    return found.manifests();
  }

  /**
   * Parses the one tree of a file that need not hold Kubernetes objects.
   *
   * @throws CliFailure if it is none; it names the line
   */
  public static Map<String, Object> tree(String file, String text) {
    ManifestReader reader = new ManifestReader(file);
    List<JsonTreeBuilder.Tree> trees = reader.trees(text);
    reader.contents.build().required();
    return trees.isEmpty() ? Map.of() : JsonTree.map(trees.get(0).value());
  }

  /** Parses what a file holds. */
  static ManifestContents contents(String file, String text) {
    ManifestReader reader = new ManifestReader(file);
    for (JsonTreeBuilder.Tree tree : reader.trees(text)) {
      reader.add(tree.line(), tree.value());
    }
    return reader.contents.build();
  }

  private List<JsonTreeBuilder.Tree> trees(String text) {
    if (!text.stripLeading().startsWith("{")) {
      return new YamlReader(file, lines, contents).read(text);
    }
    try {
      return new JsonTreeBuilder(lines).build(text);
    } catch (TreeFault json) {
      return yamlInBraces(text, json);
    }
  }

  /** YAML may begin with a brace, too; and what is neither was meant to be what its name says. */
  private List<JsonTreeBuilder.Tree> yamlInBraces(String text, TreeFault json) {
    ManifestContents.Builder found = new ManifestContents.Builder();
    List<JsonTreeBuilder.Tree> trees = new YamlReader(file, lines, found).read(text);
    ManifestContents yaml = found.build();
    if (yaml.faults().isEmpty() || !file.endsWith(".json")) {
      contents.add(yaml, false);
      return trees;
    }
    contents.fault(ManifestFault.at(file, json.line(), json.getMessage()));
    return List.of();
  }

  private void add(int line, Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      contents.foreign(new ManifestFault(file, line, NO_OBJECT, REMOVE));
      return;
    }
    @SuppressWarnings("unchecked")
    Map<String, Object> tree = (Map<String, Object>) map;
    boolean kind = JsonTree.text(tree, "kind").isPresent();
    boolean version = JsonTree.text(tree, "apiVersion").isPresent();
    if (kind && version) {
      add(new Manifest(file, line, tree, lines.of(tree)));
    } else if (kind || version && tree.get("metadata") instanceof Map<?, ?>) {
      contents.fault(fault(line, "this object has no " + (kind ? "apiVersion" : "kind")));
    } else {
      contents.foreign(
          new ManifestFault(
              file,
              line,
              NO_OBJECT + ", as it has no " + (version ? "kind" : "apiVersion"),
              REMOVE));
    }
  }

  private void add(Manifest manifest) {
    if (manifest.kind().endsWith("List") && manifest.tree().get("items") instanceof List<?> items) {
      for (int i = 0; i < items.size(); i++) {
        add(manifest.line("items[%d]".formatted(i)), items.get(i));
      }
    } else if (manifest.name().isEmpty() && manifest.apiVersion().contains(OWN)) {
      contents.fault(fault(manifest.line("metadata.name"), nameless(manifest)));
    } else {
      contents.add(manifest);
    }
  }

  private static String nameless(Manifest manifest) {
    Object name = manifest.metadata().get("name");
    return name == null || "".equals(name)
        ? "this object has no metadata.name"
        : "metadata.name is %s and no text, which needs quotes".formatted(name);
  }

  private ManifestFault fault(int line, String why) {
    return ManifestFault.at(file, line, why);
  }

  /** Returns the failure of that line of a file. */
  public static CliFailure failure(String file, int line, String why) {
    return ManifestFault.failure(List.of(ManifestFault.at(file, line, why)));
  }
}
