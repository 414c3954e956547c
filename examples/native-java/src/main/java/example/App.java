package example;

import com.example.edge.ApiToken;
import com.example.edge.ApiTokenArgs;
import com.example.edge.OwaspConfig;
import com.example.edge.OwaspConfigArgs;
import com.example.edge.ValidatedFilter;
import com.example.edge.ValidatedFilterArgs;
import com.example.edge.ZoneCustomRuleset;
import com.example.edge.ZoneCustomRulesetArgs;
import com.example.edge.ZoneEntrypointRuleset;
import com.example.edge.ZoneEntrypointRulesetArgs;
import com.example.edge.enums.ActionParametersContentType;
import com.example.edge.enums.ManagedAction;
import com.example.edge.enums.Phase;
import com.example.edge.inputs.ActionParametersArgs;
import com.example.edge.inputs.ActionParametersResponseArgs;
import com.example.edge.inputs.PermissionGroupArgs;
import com.example.edge.inputs.PolicyArgs;
import com.example.edge.inputs.RateLimitArgs;
import com.example.edge.inputs.RuleArgs;
import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Either;
import java.util.Map;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(App::protectZone);
    }

    private static void protectZone(Context ctx) {
        var zoneId = ctx.config().require("zoneId");
        var office = ctx.config().require("office");

        // An invalid filter fails the preview; the error points at the wrong part.
        var adminArea = new ValidatedFilter("admin-area", ValidatedFilterArgs.builder()
            .expression("starts_with(http.request.uri.path, \"/admin\") and not ip.src in {" + office + "}")
            .build());

        // Rules in a ruleset of their own. They run where the rule "no-scanners" below executes it.
        var noScanners = new ZoneCustomRuleset("no-scanners", ZoneCustomRulesetArgs.builder()
            .zoneId(zoneId)
            .rules(RuleArgs.builder()
                .ref("scanners")
                .action("block")
                .expression("http.user_agent contains \"scanner\"")
                .build())
            .build());

        var notFound = ActionParametersResponseArgs.builder()
            .statusCode(404.0)
            .content("Not found")
            .contentType(ActionParametersContentType.Text_plain)
            .build();
        var custom = new ZoneEntrypointRuleset("custom-rules", ZoneEntrypointRulesetArgs.builder()
            .zoneId(zoneId)
            .phase(Phase.Http_request_firewall_custom)
            .rules(
                RuleArgs.builder()
                    .ref("secret-files")
                    .action("block")
                    .actionParameters(ActionParametersArgs.builder().response(notFound).build())
                    .expression("ends_with(http.request.uri.path, \".env\")")
                    .build(),
                RuleArgs.builder()
                    .ref("admin-area")
                    .action("managed_challenge")
                    .expression(adminArea.expression())
                    .build(),
                RuleArgs.builder()
                    .ref("no-scanners")
                    .action("execute")
                    .actionParameters(ActionParametersArgs.builder().id(noScanners.rulesetId()).build())
                    .expression("not starts_with(http.request.uri.path, \"/health\")")
                    .build())
            .build());

        new ZoneEntrypointRuleset("rate-limits", ZoneEntrypointRulesetArgs.builder()
            .zoneId(zoneId)
            .phase(Phase.Http_ratelimit)
            .rules(RuleArgs.builder()
                .ref("login")
                .action("block")
                .expression("http.request.uri.path eq \"/login\"")
                .ratelimit(RateLimitArgs.builder()
                    .characteristics("cf.colo.id", "ip.src")
                    .period(60.0)
                    .requestsPerPeriod(10.0)
                    .mitigationTimeout(600.0)
                    .build())
                .build())
            .build());

        var owasp = new OwaspConfig("owasp", OwaspConfigArgs.builder()
            .zoneId(zoneId)
            .paranoiaLevel(2.0)
            .scoreThreshold("high")
            .action(ManagedAction.Managed_challenge)
            .build());

        // A token that can edit the WAF rules of this zone and nothing else.
        var editor = new ApiToken("waf-editor", ApiTokenArgs.builder()
            .policies(PolicyArgs.builder()
                .resources(Map.of("com.cloudflare.api.account.zone." + zoneId, Either.ofLeft("*")))
                .permissionGroups(PermissionGroupArgs.builder().name("Zone WAF Write").build())
                .build())
            .build());

        ctx.export("ruleIds", custom.ruleIds());
        ctx.export("owaspRuleId", owasp.ruleId());
        ctx.export("editorToken", editor.value());
    }
}
