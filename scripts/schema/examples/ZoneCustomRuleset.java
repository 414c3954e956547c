import com.example.edge.ZoneCustomRuleset;
import com.example.edge.ZoneCustomRulesetArgs;
import com.example.edge.ZoneEntrypointRuleset;
import com.example.edge.ZoneEntrypointRulesetArgs;
import com.example.edge.enums.Phase;
import com.example.edge.inputs.ActionParametersArgs;
import com.example.edge.inputs.RuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var scanners = new ZoneCustomRuleset("scanners", ZoneCustomRulesetArgs.builder()
                .zoneId("023e105f4ecef8ad9ca31a8372d0c353")
                .name("No scanners")
                .rules(RuleArgs.builder()
                    .ref("env-files")
                    .action("block")
                    .expression("ends_with(http.request.uri.path, \"/.env\")")
                    .build())
                .build());
            new ZoneEntrypointRuleset("custom", ZoneEntrypointRulesetArgs.builder()
                .zoneId("023e105f4ecef8ad9ca31a8372d0c353")
                .phase(Phase.Http_request_firewall_custom)
                .rules(RuleArgs.builder()
                    .ref("no-scanners")
                    .action("execute")
                    .actionParameters(ActionParametersArgs.builder().id(scanners.rulesetId()).build())
                    .expression("not starts_with(http.request.uri.path, \"/health\")")
                    .build())
                .build());
        });
    }
}
