package io.sluice.tools.page.view;

import io.sluice.hub.client.HubObjects;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.markup.HtmlDocument;
import io.sluice.tools.page.markup.PackagedText;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.request.RolloutRequester;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Formats an attempt as one HTML file, to keep, to print and to send. */
public final class ReportDocument {
  private ReportDocument() {}

  /**
   * Returns the file.
   *
   * @param course empty before the attempt has begun, and where nothing of it is known
   * @param source where it was read, as the footer shows it
   */
  public static String html(RolloutPage page, Optional<RolloutCourse> course, String source) {
    List<Element> sections = new ArrayList<>();
    for (Element section :
        RolloutView.sections(page, RolloutRequester.Offer.NONE, Optional.empty())) {
      sections.add(section);
      if (section.id().equals("head")) {
        course.ifPresent(known -> sections.add(CourseView.of(page, known)));
      }
    }
    HtmlDocument document =
        new HtmlDocument(
            "%s, attempt %s".formatted(page.name().title(), page.status().attempt),
            List.of(PackagedText.read("page.css")),
            List.of(PackagedText.read("cells.js"), PackagedText.read("report.js")),
            false,
            false);
    return document.html(
        Map.of("generator", "sluice report"),
        List.of(
            Element.of("header", "class", "top")
                .add(
                    Element.of("span", "class", "brand").text("Rollout report"),
                    Element.of("span", "class", "hub").text(source)),
            Element.of("main").add(sections),
            Element.of("footer")
                .text("Read from the hub on %s.".formatted(Times.text(page.readAt()))),
            Element.data("data", HubObjects.json(PageData.of(page).tree()))));
  }
}
