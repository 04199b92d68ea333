package io.sluice.tools.manifest;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.scanner.StreamReader;
import org.snakeyaml.engine.v2.schema.Schema;

/** Reads the trees of a YAML file, document by document: one that cannot be read ends no other. */
final class YamlReader {
  /** What charts have in manifests, and policies do not. */
  private static final Pattern CHART =
      Pattern.compile(
          "\\{\\{[^}]*(\\.(Values|Release|Chart|Files|Capabilities)\\b|(include|define|template) \")");

  private static final String SECOND =
      "a second document begins here, which kubectl does not read; a line --- alone begins one";
  private static final String NO_START = "expected '<document start>'";

  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new Kubectl())
          .setCodePointLimit(Integer.MAX_VALUE)
          .setMaxAliasesForCollections(Integer.MAX_VALUE)
          .setAllowDuplicateKeys(true)
          .setAllowRecursiveKeys(true)
          .setAllowNonScalarKeys(true)
          .build();

  private final String file;
  private final FieldLines.Builder lines;
  private final ManifestContents.Builder faults;

  /**
   * Creates a reader.
   *
   * @param faults takes what cannot be read
   */
  YamlReader(String file, FieldLines.Builder lines, ManifestContents.Builder faults) {
    this.file = requireNonNull(file, "file is null");
    this.lines = requireNonNull(lines, "lines is null");
    this.faults = requireNonNull(faults, "faults is null");
  }

  /** Resolves scalars as kubectl does. */
  private static final class Kubectl implements Schema {
    @Override
    public ScalarResolver getScalarResolver() {
      return new YamlScalar();
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
      return Map.of();
    }
  }

  List<JsonTreeBuilder.Tree> read(String text) {
    List<JsonTreeBuilder.Tree> trees = new ArrayList<>();
    YamlDocument.of(text).forEach(document -> read(document, trees));
    return trees;
  }

  private void read(YamlDocument document, List<JsonTreeBuilder.Tree> trees) {
    try {
      Composer nodes =
          new Composer(
              SETTINGS,
              new NestingLimit(
                  new ParserImpl(SETTINGS, new StreamReader(SETTINGS, document.text()))));
      if (!nodes.hasNext()) {
        return;
      }
      Node node = nodes.next();
      Object tree = new YamlTreeBuilder(lines, document.before()).build(node);
      if (tree != null) {
        trees.add(new JsonTreeBuilder.Tree(line(document, node), tree));
      }
      if (nodes.hasNext()) {
        throw new TreeFault(line(document, nodes.next()), SECOND);
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(mark -> mark.getLine() + 1).orElse(1);
      String problem = Optional.ofNullable(e.getProblem()).orElse("no YAML");
      fault(document, document.before() + line, problem.startsWith(NO_START) ? SECOND : problem);
    } catch (ReaderException e) {
      int line =
          (int) document.text().codePoints().limit(e.getPosition()).filter(c -> c == '\n').count();
      fault(
          document,
          document.before() + line + 1,
          "the character U+%04X is none of a text".formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      fault(document, document.before() + 1, e.getMessage());
    } catch (TreeFault e) {
      fault(document, e.line(), e.getMessage());
    }
  }

  private static int line(YamlDocument document, Node node) {
    return document.before() + node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private void fault(YamlDocument document, int line, String why) {
    if (CHART.matcher(document.text()).find()) {
      faults.foreign(
          new ManifestFault(
              file,
              line,
              "this is a template of a chart, and no YAML yet",
              "Render it, as helm template does, and name what that prints"));
    } else if (around(document, line).anyMatch(near -> near.contains("{{"))) {
      faults.fault(
          new ManifestFault(
              file, line, why, "Put {{ and }} into quotes, or render the file first"));
    } else {
      faults.fault(ManifestFault.at(file, line, why));
    }
  }

  /** Some faults are found one line later. */
  private static Stream<String> around(YamlDocument document, int line) {
    return document.text().lines().skip(Math.max(0, line - document.before() - 2L)).limit(2);
  }
}
