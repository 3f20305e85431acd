export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      ai_tools: {
        Row: {
          bio: string | null
          created_at: string | null
          hyperlink: string | null
          id: string
          name: string
          picture: string | null
          published_at: string | null
          tag: string | null
          updated_at: string | null
        }
        Insert: {
          bio?: string | null
          created_at?: string | null
          hyperlink?: string | null
          id?: string
          name: string
          picture?: string | null
          published_at?: string | null
          tag?: string | null
          updated_at?: string | null
        }
        Update: {
          bio?: string | null
          created_at?: string | null
          hyperlink?: string | null
          id?: string
          name?: string
          picture?: string | null
          published_at?: string | null
          tag?: string | null
          updated_at?: string | null
        }
        Relationships: []
      }
      commentaries: {
        Row: {
          content: string
          created_at: string | null
          id: string
          image_url: string | null
          published_at: string | null
          title: string
          updated_at: string | null
        }
        Insert: {
          content: string
          created_at?: string | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          title: string
          updated_at?: string | null
        }
        Update: {
          content?: string
          created_at?: string | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          title?: string
          updated_at?: string | null
        }
        Relationships: []
      }
      current_listening: {
        Row: {
          album: string | null
          artist: string
          created_at: string | null
          id: string
          is_current: boolean
          title: string
          type: string
          url: string | null
        }
        Insert: {
          album?: string | null
          artist: string
          created_at?: string | null
          id?: string
          is_current?: boolean
          title: string
          type?: string
          url?: string | null
        }
        Update: {
          album?: string | null
          artist?: string
          created_at?: string | null
          id?: string
          is_current?: boolean
          title?: string
          type?: string
          url?: string | null
        }
        Relationships: []
      }
      friends: {
        Row: {
          avatar_url: string | null
          bio: string | null
          created_at: string | null
          id: string
          name: string
          role: string | null
        }
        Insert: {
          avatar_url?: string | null
          bio?: string | null
          created_at?: string | null
          id?: string
          name: string
          role?: string | null
        }
        Update: {
          avatar_url?: string | null
          bio?: string | null
          created_at?: string | null
          id?: string
          name?: string
          role?: string | null
        }
        Relationships: []
      }
      learnings: {
        Row: {
          content: string | null
          created_at: string | null
          description: string
          former_slugs: string[] | null
          id: string
          link: string | null
          project_id: string | null
          published_at: string | null
          rank: number | null
          slug: string | null
          tags: string[] | null
          title: string
          updated_at: string | null
        }
        Insert: {
          content?: string | null
          created_at?: string | null
          description?: string
          former_slugs?: string[] | null
          id?: string
          link?: string | null
          project_id?: string | null
          published_at?: string | null
          rank?: number | null
          slug?: string | null
          tags?: string[] | null
          title: string
          updated_at?: string | null
        }
        Update: {
          content?: string | null
          created_at?: string | null
          description?: string
          former_slugs?: string[] | null
          id?: string
          link?: string | null
          project_id?: string | null
          published_at?: string | null
          rank?: number | null
          slug?: string | null
          tags?: string[] | null
          title?: string
          updated_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "learnings_project_exists"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      projects: {
        Row: {
          created_at: string | null
          description: string
          details: string | null
          former_slugs: string[] | null
          id: string
          image_url: string | null
          published_at: string | null
          slug: string | null
          status: string
          title: string
          updated_at: string | null
        }
        Insert: {
          created_at?: string | null
          description?: string
          details?: string | null
          former_slugs?: string[] | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          slug?: string | null
          status?: string
          title: string
          updated_at?: string | null
        }
        Update: {
          created_at?: string | null
          description?: string
          details?: string | null
          former_slugs?: string[] | null
          id?: string
          image_url?: string | null
          published_at?: string | null
          slug?: string | null
          status?: string
          title?: string
          updated_at?: string | null
        }
        Relationships: []
      }
      resources: {
        Row: {
          created_at: string | null
          description: string
          id: string
          image_url: string | null
          learning_id: string | null
          link_url: string | null
          published_at: string | null
          Source: string | null
          tags: string | null
          title: string
          type: string
          updated_at: string | null
        }
        Insert: {
          created_at?: string | null
          description?: string
          id?: string
          image_url?: string | null
          learning_id?: string | null
          link_url?: string | null
          published_at?: string | null
          Source?: string | null
          tags?: string | null
          title: string
          type?: string
          updated_at?: string | null
        }
        Update: {
          created_at?: string | null
          description?: string
          id?: string
          image_url?: string | null
          learning_id?: string | null
          link_url?: string | null
          published_at?: string | null
          Source?: string | null
          tags?: string | null
          title?: string
          type?: string
          updated_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "resources_learning_exists"
            columns: ["learning_id"]
            isOneToOne: false
            referencedRelation: "learnings"
            referencedColumns: ["id"]
          },
        ]
      }
      site_profile: {
        Row: {
          description: string | null
          greeting: string | null
          id: string
          image: string | null
          introduction: string | null
          links: string | null
          name: string
          quote: string | null
          quote_by: string | null
          quote_source: string | null
          status: string | null
        }
        Insert: {
          description?: string | null
          greeting?: string | null
          id?: string
          image?: string | null
          introduction?: string | null
          links?: string | null
          name: string
          quote?: string | null
          quote_by?: string | null
          quote_source?: string | null
          status?: string | null
        }
        Update: {
          description?: string | null
          greeting?: string | null
          id?: string
          image?: string | null
          introduction?: string | null
          links?: string | null
          name?: string
          quote?: string | null
          quote_by?: string | null
          quote_source?: string | null
          status?: string | null
        }
        Relationships: []
      }
      sync_state: {
        Row: {
          epoch: string
          min_version: number
          singleton: boolean
          version: number
        }
        Insert: {
          epoch?: string
          min_version?: number
          singleton?: boolean
          version?: number
        }
        Update: {
          epoch?: string
          min_version?: number
          singleton?: boolean
          version?: number
        }
        Relationships: []
      }
      tasks: {
        Row: {
          content: string
          id: string
          position: number
          project_id: string
          status: string
        }
        Insert: {
          content: string
          id?: string
          position?: number
          project_id: string
          status?: string
        }
        Update: {
          content?: string
          id?: string
          position?: number
          project_id?: string
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "tasks_project_exists"
            columns: ["project_id"]
            isOneToOne: false
            referencedRelation: "projects"
            referencedColumns: ["id"]
          },
        ]
      }
      user_roles: {
        Row: {
          role: string
          user_id: string
        }
        Insert: {
          role?: string
          user_id: string
        }
        Update: {
          role?: string
          user_id?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      admin_count: { Args: Record<PropertyKey, never>; Returns: number }
      claim_first_admin: { Args: Record<PropertyKey, never>; Returns: boolean }
      inbox_delete: { Args: { ids: string[] }; Returns: Json }
      inbox_list: { Args: { before?: number }; Returns: Json }
      inbox_mark: { Args: { ids: string[]; is_read: boolean }; Returns: Json }
      inbox_open: { Args: { is_open: boolean }; Returns: Json }
      inbox_send: {
        Args: {
          email: string
          id: string
          message: string
          name: string
          subject?: string
          website?: string
        }
        Returns: Json
      }
      sync_deleted: { Args: Record<PropertyKey, never>; Returns: Json }
      sync_migrations: { Args: Record<PropertyKey, never>; Returns: Json }
      sync_pictures: { Args: Record<PropertyKey, never>; Returns: Json }
      sync_pull: {
        Args: {
          cursor?: number
          epoch?: string
          horizon?: number
          page_size?: number
          pending?: string[]
        }
        Returns: Json
      }
      sync_push: {
        Args: {
          cursor?: number
          epoch: string
          horizon?: number
          mutations: Json
          page_size?: number
        }
        Returns: Json
      }
      sync_read: {
        Args: {
          cursor?: number
          epoch?: string
          horizon?: number
          page_size?: number
          told?: number
        }
        Returns: Json
      }
      sync_release: { Args: Record<PropertyKey, never>; Returns: undefined }
      sync_version: { Args: { at_place: number }; Returns: Json }
      sync_versions: {
        Args: { of_row: string; of_table: string }
        Returns: Json
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
