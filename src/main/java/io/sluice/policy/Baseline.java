package io.sluice.policy;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Computes what a write records of each template, so that new reports can be distinguished from
 * earlier ones (rollout-strategy E1 and E5).
 *
 * <p>Of a template that changes: the names of its present events. Of an unchanged one: the record
 * of its last real change. If that was not recorded, or if its cluster has reported nothing since
 * the present content was there before: the present names, marked as unknown.
 */
public record Baseline(
    Map<String, List<String>> names, Map<String, Instant> since, List<String> unknown) {
  /** Above this many characters only the newest events of each template are kept. */
  private static final int LIMIT = 16 * 1024;

  private static final int NEWEST_KEPT = 3;

  static Baseline of(Optional<Replica> found, ReplicaContent given) {
    return of(found, given.shared().templates(), given.contentHash());
  }

  /**
   * Computes the record of a change, also of one that another writer made.
   *
   * @param found the replica before it
   * @param given the templates after it
   */
  public static Baseline of(Optional<Replica> found, List<TemplateRef> given, String contentHash) {
    List<TemplateReport> reports = found.map(Replica::details).orElse(List.of());
    Optional<Dispatch> earlier = found.flatMap(replica -> earlier(replica, contentHash));
    Set<String> unchanged = unchanged(found, given);
    Map<String, Instant> since = new TreeMap<>();
    Map<String, List<String>> kept = new TreeMap<>();
    earlier.ifPresent(
        dispatch ->
            unchanged.forEach(
                template -> {
                  since.put(template, dispatch.lastChange(template));
                  kept.put(template, dispatch.baseline().getOrDefault(template, List.of()));
                }));
    Stream<String> unknown =
        unchanged.stream()
            .filter(template -> earlier.filter(d -> d.lastChangeKnown(template)).isEmpty());
    return new Baseline(
        names(reports, kept),
        since,
        Stream.concat(unknown, returned(found, unchanged, reports, contentHash)).sorted().toList());
  }

  /**
   * Returns the changed templates whose cluster never left the content that is written: no new
   * report can come of them (rollout-strategy E9). One that is added again was taken off, and has
   * to report.
   */
  private static Stream<String> returned(
      Optional<Replica> found,
      Set<String> unchanged,
      List<TemplateReport> reports,
      String contentHash) {
    Set<String> present = contents(found.map(Replica::templates).orElse(List.of())).keySet();
    return found.flatMap(Replica::ownDispatch).stream()
        .flatMap(
            last ->
                reports.stream()
                    .filter(report -> last.replacedUnseen(contentHash, report))
                    .map(TemplateReport::template)
                    .filter(template -> !unchanged.contains(template))
                    .filter(present::contains)
                    .distinct());
  }

  /** The baseline of a write with which every template changed. */
  public static Map<String, List<String>> names(List<TemplateReport> reports) {
    return names(reports, Map.of());
  }

  private static Map<String, List<String>> names(
      List<TemplateReport> reports, Map<String, List<String>> earlier) {
    Map<String, List<String>> all = newest(reports, earlier, Integer.MAX_VALUE);
    return size(all) > LIMIT ? newest(reports, earlier, NEWEST_KEPT) : all;
  }

  private static Map<String, List<String>> newest(
      List<TemplateReport> reports, Map<String, List<String>> earlier, int kept) {
    Map<String, List<String>> names = new TreeMap<>();
    for (TemplateReport report : reports) {
      names.merge(
          report.template(),
          report.history().stream()
              .limit(kept)
              .map(entry -> Hashes.ofName(entry.eventName()))
              .toList(),
          (first, second) -> Stream.concat(first.stream(), second.stream()).toList());
    }
    earlier.forEach((template, known) -> names.put(template, known.stream().limit(kept).toList()));
    names.values().removeIf(List::isEmpty);
    return names;
  }

  /**
   * The dispatch that wrote the unchanged templates. If others wrote since, it is that one only if
   * this write restores its content.
   */
  private static Optional<Dispatch> earlier(Replica found, String contentHash) {
    return found
        .ownDispatch()
        .or(() -> found.dispatch().filter(dispatch -> dispatch.wrote(contentHash)));
  }

  /** The names of the templates that are not changed by this write. */
  private static Set<String> unchanged(Optional<Replica> found, List<TemplateRef> given) {
    Map<String, List<String>> before = contents(found.map(Replica::templates).orElse(List.of()));
    Map<String, List<String>> after = contents(given);
    Set<String> unchanged = new TreeSet<>(before.keySet());
    unchanged.removeIf(
        name -> !before.get(name).equals(after.get(name)) || before.get(name).contains(""));
    unchanged.remove("");
    return unchanged;
  }

  private static Map<String, List<String>> contents(List<TemplateRef> templates) {
    return templates.stream()
        .collect(
            groupingBy(
                TemplateRef::name, LinkedHashMap::new, mapping(TemplateRef::content, toList())));
  }

  private static long size(Map<String, List<String>> names) {
    return names.entrySet().stream()
        .mapToLong(entry -> entry.getKey().length() + 6 + 11L * entry.getValue().size())
        .sum();
  }
}
