import com.example.edge.List;
import com.example.edge.ListArgs;
import com.example.edge.enums.ListKind;
import com.example.edge.inputs.ListItemArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var office = new List("office", ListArgs.builder()
                .name("office")
                .kind(ListKind.Ip)
                .items(
                    ListItemArgs.builder()
                        .ip("192.0.2.0/24")
                        .comment("Berlin")
                        .build(),
                    ListItemArgs.builder()
                        .ip("2001:db8::/32")
                        .build())
                .build());
            ctx.export("listId", office.listId());
        });
    }
}
