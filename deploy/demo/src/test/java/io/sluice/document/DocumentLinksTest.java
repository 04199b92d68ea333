package io.sluice.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that links of pages and citations of rules lead somewhere, and that docs/index.md lists
 * every page.
 */
class DocumentLinksTest {
  private static final String INDEX = "docs/index.md";
  private static final String ARCHITECTURE = "docs/architecture.md";
  private static final String RULES = "docs/specification.md";
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```$");
  private static final Pattern CLASS_NAME = Pattern.compile("\\b[A-Z][a-z]+[A-Z]\\w*");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

  private static SortedMap<String, String> pages;

  @BeforeAll
  static void readAllPages() {
    pages = DocumentFiles.read();
    pages.keySet().removeIf(path -> !path.endsWith(".md"));
  }

  @Test
  void everyLinkLeadsToAFileAndItsHeading() {
    List<String> broken = new ArrayList<>();
    pages.forEach(
        (page, text) ->
            links(text).stream()
                .filter(link -> !leadsSomewhere(page, link))
                .forEach(link -> broken.add(page + " links " + link)));
    assertThat(broken).isEmpty();
  }

  @Test
  void theIndexLinksEveryPage() {
    Set<String> listed =
        links(pages.get(INDEX)).stream()
            .filter(link -> !link.startsWith("#"))
            .map(link -> target(INDEX, link))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(pages.keySet().stream().filter(page -> page.startsWith("docs/")))
        .as("Enter a new page in %s, under what it is for.", INDEX)
        .hasSizeGreaterThan(30)
        .allMatch(page -> page.equals(INDEX) || listed.contains(page));
    assertThat(links(pages.get("README.md"))).contains(INDEX);
  }

  /** A class that gets another name would leave a former one on that page. */
  @Test
  void everyClassThatTheArchitectureNamesExists() {
    Set<String> classes = DocumentFiles.classes();
    List<String> unknown =
        CODE.matcher(FENCED.matcher(pages.get(ARCHITECTURE)).replaceAll(""))
            .results()
            .map(code -> code.group(1))
            .flatMap(code -> CLASS_NAME.matcher(code).results().map(MatchResult::group))
            .filter(name -> !classes.contains(name))
            .toList();
    assertThat(unknown).isEmpty();
  }

  @Test
  void everyRuleThatJavaSourcesCiteIsOnThePageOfRules() {
    Set<String> listed = RuleCitations.listed(pages.get(RULES));
    Set<String> cited = new TreeSet<>();
    List<String> unknown = new ArrayList<>();
    DocumentFiles.sources()
        .forEach(
            (file, text) -> {
              Set<String> rules = RuleCitations.of(text);
              cited.addAll(rules);
              rules.stream()
                  .filter(rule -> !listed.contains(rule))
                  .forEach(rule -> unknown.add(file + " cites " + rule));
            });
    assertThat(unknown)
        .as("Summarise the rule in one line of %s, or correct the citation.", RULES)
        .isEmpty();
    assertThat(cited).hasSizeGreaterThan(100);
  }

  @Test
  void aCitationOfAMissingRuleIsNoticed() {
    String page = "## placement\n| 2, 3 | a (3.1), 4.1 |\n| 5.1 to 5.3 | b |\n- **F9** c";
    assertThat(RuleCitations.listed(page))
        .extracting(rule -> rule.replace("placement ", ""))
        .containsExactly("2", "3", "3.1", "5", "5.1", "5.2", "5.3", "F9");
    String source = "/** A (%s 3.1,\n   * 16b, \"Due 7\", and 3.9 to F9; 4). */";
    assertThat(RuleCitations.of(source.formatted("placement")))
        .extracting(rule -> rule.replace("placement ", ""))
        .containsExactly("16b", "3.1", "3.9", "F9");
    assertThat(RuleCitations.of(source.formatted("re-placement"))).isEmpty();
  }

  @Test
  void aLinkToAMissingFileOrHeadingIsNoticed() {
    assertThat(leadsSomewhere(INDEX, "rollouts.md")).isTrue();
    assertThat(leadsSomewhere(INDEX, "beside.md#examples")).isTrue();
    assertThat(leadsSomewhere(INDEX, "#use-it")).isTrue();
    assertThat(leadsSomewhere(INDEX, "../src/main/java/io/sluice/plan/StartPlanner.java")).isTrue();
    assertThat(leadsSomewhere(INDEX, "no-such-page.md")).isFalse();
    assertThat(leadsSomewhere(INDEX, "beside.md#no-such-heading")).isFalse();
    assertThat(anchor("Why is this cluster not updated?"))
        .isEqualTo("why-is-this-cluster-not-updated");
    assertThat(anchor("By what `waitingFor` says")).isEqualTo("by-what-waitingfor-says");
  }

  private static List<String> links(String text) {
    return LINK.matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .map(link -> link.group(1))
        .filter(link -> !ELSEWHERE.matcher(link).matches())
        .toList();
  }

  private static boolean leadsSomewhere(String page, String link) {
    String target = link.startsWith("#") ? page : target(page, link);
    int heading = link.indexOf('#');
    return Files.exists(DocumentFiles.ROOT.resolve(target))
        && (heading < 0 || anchors(pages.get(target)).contains(link.substring(heading + 1)));
  }

  /** Returns the path that a link leads to, from the root of the project. */
  private static String target(String page, String link) {
    Path folder = DocumentFiles.ROOT.resolve(page).getParent();
    Path file = folder.resolve(link.replaceAll("#.*", "")).normalize();
    return DocumentFiles.ROOT.relativize(file).toString();
  }

  private static Set<String> anchors(String text) {
    return HEADING
        .matcher(FENCED.matcher(text).replaceAll(""))
        .results()
        .map(heading -> anchor(heading.group(1)))
        .collect(Collectors.toSet());
  }

  /** As GitHub makes it: letters, digits and hyphens, spaces become hyphens. */
  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }
}
